import type { LocationsPage } from "../../props.gen";
import { CityIndex } from "../../sections/CityIndex/CityIndex";
import { AreaMap } from "../../sections/Area/AreaMap";
import { Contact } from "../../sections/Contact/Contact";
import { PageHero } from "../../sections/PageHero/PageHero";
import { SceneCards } from "../../sections/SceneCards/SceneCards";
import { Towns } from "../../sections/Towns/Towns";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { Document } from "../Document/Document";
import "./AllLocations.css";

/** The page at "/locations": the names of the cities beside the map, then their pictures, and the other towns. */
export function AllLocations({ layout, breadcrumbs, hero, map, cities, also, contact }: LocationsPage) {
  return (
    <Document
      layout={layout}
      first={
        <PageHero
          {...hero}
          kind="overview"
          above={<Breadcrumbs {...breadcrumbs} />}
          picture={<AreaMap map={map} />}
          bleed
          links={
            !cities.letters && (
              <ul className="AllLocations-names">
                {map.places
                  .filter(({ href }) => href)
                  .sort((a, b) => (a.name < b.name ? -1 : 1))
                  .map(({ name, href }) => (
                    <li key={href}>
                      <a className="AllLocations-name row underlined" href={href}>
                        {name}
                      </a>
                    </li>
                  ))}
              </ul>
            )
          }
        />
      }
    >
      {cities.letters && <CityIndex title={cities.title} lead={cities.lead} letters={cities.letters} />}
      {cities.items.length > 0 && (
        <SceneCards
          id="cities"
          title={cities.title}
          lead={cities.lead}
          cards={cities.items.map((city) => ({ ...city, title: city.name, text: city.places }))}
        />
      )}
      {also.towns.length > 0 && <Towns {...also} />}
      <Contact {...contact} />
    </Document>
  );
}
