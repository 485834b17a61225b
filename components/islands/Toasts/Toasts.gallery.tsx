import { Island } from "@haulfront/render";
import type { States } from "../../gallery";
import { Toasts } from "./Toasts";

export const states: States = ({ layout, toasts }) => ({
  received: <Island of={Toasts} id="toasts" props={{ ...layout.toasts, toasts: [toasts[0]!] }} />,
  failed: <Island of={Toasts} id="toasts" props={{ ...layout.toasts, toasts: [toasts[1]!] }} />,
  both: <Island of={Toasts} id="toasts" props={{ ...layout.toasts, toasts }} />,
});
