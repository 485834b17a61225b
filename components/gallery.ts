import type { ReactNode } from "react";
import type { StyleguidePage } from "./props.gen";

/**
 * What a component's gallery file, Name.gallery.tsx beside Name.tsx, exports as states: each state in which the component can be,
 * by its name. They are made of the props that pages have.
 */
export type States = (samples: StyleguidePage) => Record<string, ReactNode>;
