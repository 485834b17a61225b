import type { States } from "../../gallery";
import { SceneCards } from "./SceneCards";

export const states: States = ({ quote, locations }) => ({
  "kinds of quotes": <SceneCards id="quote-types" title={quote.categories.title} lead={quote.categories.lead} cards={quote.categories.items} arrow />,
  cities: <SceneCards id="cities" title={locations.cities.title} lead={locations.cities.lead} cards={locations.cities.items.map((city) => ({ ...city, title: city.name, text: city.places }))} />,
});
