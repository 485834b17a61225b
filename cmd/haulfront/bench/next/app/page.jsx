import { Home } from "../../../../../components/pages/Home/Home";
import props from "../props.json";

// Rendered once, by next build.
export const dynamic = "force-static";

export default function Page() {
  return <Home {...props} />;
}
