import type { Link } from "../../props.gen";
import "./CityGrid.css";

interface CityGridProps {
  cities: Link[];
}

/** Links to the cities' pages. */
export function CityGrid({ cities }: CityGridProps) {
  return (
    <ul className="CityGrid">
      {cities.map((city) => (
        <li key={city.href}>
          <a className="CityGrid-city" href={city.href}>
            {city.label}
          </a>
        </li>
      ))}
    </ul>
  );
}
