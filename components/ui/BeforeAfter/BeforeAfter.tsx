import type { GalleryPair } from "../../props.gen";
import { Scene } from "../Scene/Scene";
import "./BeforeAfter.css";

interface BeforeAfterProps {
  pair: GalleryPair;
  beforeLabel: string;
  afterLabel: string;
  /** Set in the first screen, under a heading that says the same as the pair's title. */
  first?: boolean;
  /** Set for a pair that is small on all screens. */
  small?: boolean;
}

/**
 * The same place before and after, one picture over the other. Two radio buttons in the corners reveal either one
 * without scripts; with them, entry.browser.ts makes the divider follow a slider over the picture.
 */
export function BeforeAfter({ pair, beforeLabel, afterLabel, first = false, small = false }: BeforeAfterProps) {
  return (
    <fieldset className="BeforeAfter">
      <legend className={first ? "visually-hidden" : "BeforeAfter-title"}>{pair.title}</legend>
      <div className="BeforeAfter-frame frame" data-divider={pair.divider}>
        <Scene name={pair.before} first={first} small={small} className="BeforeAfter-picture" />
        <Scene
          name={pair.after}
          first={first && "words"}
          small={small}
          className="BeforeAfter-picture BeforeAfter-after"
        />
        <input
          className="BeforeAfter-slider"
          type="range"
          defaultValue={pair.divider}
          aria-label="Compare before and after"
          autoComplete="off"
        />
        <span className="BeforeAfter-grip" aria-hidden="true" />
        <label className="BeforeAfter-option" data-side="before">
          <input className="BeforeAfter-input" type="radio" name={pair.id} value="100" />
          {beforeLabel}
        </label>
        <label className="BeforeAfter-option" data-side="after">
          <input className="BeforeAfter-input" type="radio" name={pair.id} value="0" />
          {afterLabel}
        </label>
      </div>
    </fieldset>
  );
}
