import { useLayout } from "../../LayoutContext";
import "./Notices.css";

/** What the office says above every page, such as a closed day; nothing on most days. */
export function Notices() {
  const { notices } = useLayout();
  if (!notices) return null;
  return (
    <aside className="Notices" aria-label="Notices">
      {notices.map((text) => (
        <p className="container" key={text}>
          {text}
        </p>
      ))}
    </aside>
  );
}
