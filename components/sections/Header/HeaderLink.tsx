import { NavLink } from "../../LayoutContext";
import type { Link } from "../../props.gen";
import "./Header.late.css";

/** A link of the header's row, on phones a line of the sheet. */
export function HeaderLink({ link }: { link: Link }) {
  return <NavLink className="Header-link target" link={link} />;
}
