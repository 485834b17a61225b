import { Island } from "@haulfront/render";
import type { States } from "../../gallery";
import { Menus } from "./Menus";

export const states: States = ({ layout }) => ({
  closed: (
    <header className="Header">
      <nav className="Header-nav" aria-label={layout.nav.menuLabel}>
        <div className="Header-row">
          <Island of={Menus} id="menus" props={layout.nav.menus} />
        </div>
      </nav>
    </header>
  ),
});
