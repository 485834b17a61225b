import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Aside.late.css";

interface AsideProps {
  text: string;
}

/** A remark that needs no heading. */
export function Aside({ text }: AsideProps) {
  return (
    <aside className="Aside container">
      <p className="Aside-text">{noWrap(text)}</p>
    </aside>
  );
}
