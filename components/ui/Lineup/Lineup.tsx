import clsx from "clsx";
import { Scene } from "../Scene/Scene";
import "./Lineup.late.css";

interface LineupProps {
  /** The scene's name: a wide, low picture whose center is empty. */
  name: string;
  className?: string;
}

/** Items in a row across the window. Narrow screens stack the two halves, by showing the picture twice. */
export function Lineup({ name, className }: LineupProps) {
  return (
    <div className={clsx("Lineup", className)}>
      <Scene name={name} className="Lineup-scene" />
      <Scene name={name} decorative className="Lineup-scene Lineup-rest" />
    </div>
  );
}
