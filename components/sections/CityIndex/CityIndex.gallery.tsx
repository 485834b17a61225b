import type { States } from "../../gallery";
import { CityIndex } from "./CityIndex";

export const states: States = ({ layout, locations }) => {
  const letters = ["A", "M", "W"].map((letter) => ({ id: `cities-${letter.toLowerCase()}`, letter, cities: layout.nav.menus.locations }));
  return { "as it is": <CityIndex title={locations.cities.title} lead={locations.cities.lead} letters={letters} /> };
};
