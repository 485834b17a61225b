import type { States } from "../../gallery";
import { Icon, iconNames } from "./Icon";

export const states: States = () => ({
  all: (
    <div className="cluster">
      {iconNames.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </div>
  ),
});
