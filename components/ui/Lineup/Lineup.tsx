import { Scene } from "../Scene/Scene";
import "./Lineup.css";

interface LineupProps {
  /** The scene's name: a wide, low picture whose center is empty. */
  name: string;
}

/** Items in a row. Narrow screens stack the two halves, by showing the picture twice. */
export function Lineup({ name }: LineupProps) {
  return (
    <div className="Lineup">
      <Scene name={name} className="Lineup-scene" />
      <Scene name={name} decorative className="Lineup-scene Lineup-rest" />
    </div>
  );
}
