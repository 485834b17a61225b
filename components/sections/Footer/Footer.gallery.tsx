import type { States } from "../../gallery";
import { CallBar } from "../../sections/CallBar/CallBar";
import { Footer } from "./Footer";

export const states: States = () => ({
  "as it is": <Footer />,
  "with the call bar": (
    <Footer>
      <CallBar />
    </Footer>
  ),
});
