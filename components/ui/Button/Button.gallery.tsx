import type { States } from "../../gallery";
import { ButtonLink } from "./Button";

export const states: States = () => ({
  clay: <ButtonLink href="#main">Clay</ButtonLink>,
  plain: (
    <ButtonLink href="#main" tone="plain">
      Plain
    </ButtonLink>
  ),
  light: (
    <ButtonLink href="#main" tone="light">
      Light
    </ButtonLink>
  ),
});
