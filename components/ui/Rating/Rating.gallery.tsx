import type { ReactNode } from "react";
import type { States } from "../../gallery";
import { LayoutContext } from "../../LayoutContext";
import { Rating } from "./Rating";

/** Stands in where the company states no rating. */
const sample = { stars: 5, value: "4.8", reviews: "24 reviews", area: "across our area", label: "4.8 out of 5 stars" };

export const states: States = ({ layout }) => {
  const rated = { ...layout, brand: { ...layout.brand, rating: layout.brand.rating ?? sample } };
  const state = (rating: ReactNode): ReactNode => <LayoutContext value={rated}>{rating}</LayoutContext>;
  return { "as it is": state(<Rating />), "with its area": state(<Rating area />) };
};
