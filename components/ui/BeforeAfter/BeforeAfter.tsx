import type { GalleryPair } from "../../props.gen";
import { Scene } from "../Scene/Scene";
import "./BeforeAfter.css";

interface BeforeAfterProps {
  pair: GalleryPair;
  beforeLabel: string;
  afterLabel: string;
}

/**
 * The same place before and after, one picture over the other. Two radio buttons reveal either one without scripts;
 * with them, entry.browser.ts makes the divider follow the pointer.
 */
export function BeforeAfter({ pair, beforeLabel, afterLabel }: BeforeAfterProps) {
  return (
    <fieldset className="BeforeAfter">
      <legend className="BeforeAfter-title">{pair.title}</legend>
      <div className="BeforeAfter-frame">
        <Scene name={pair.before} />
        <Scene name={pair.after} className="BeforeAfter-after" />
      </div>
      <div className="BeforeAfter-choice">
        <label className="BeforeAfter-option">
          <input className="BeforeAfter-input" type="radio" name={pair.id} value="before" />
          {beforeLabel}
        </label>
        <label className="BeforeAfter-option">
          <input className="BeforeAfter-input" type="radio" name={pair.id} value="after" />
          {afterLabel}
        </label>
      </div>
    </fieldset>
  );
}
