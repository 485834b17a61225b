import { Scene } from "../Scene/Scene";
import "./Lineup.css";

interface LineupProps {
  /** The scene's name: a wide and low picture with nothing on its middle. */
  name: string;
}

/** Things in a row. Narrow screens show the halves of the row below each other, which is one picture twice. */
export function Lineup({ name }: LineupProps) {
  return (
    <div className="Lineup">
      <Scene name={name} className="Lineup-scene" />
      <Scene name={name} decorative className="Lineup-scene Lineup-rest" />
    </div>
  );
}
