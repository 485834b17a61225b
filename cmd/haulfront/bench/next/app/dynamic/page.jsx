import { Home } from "../../../../../../components/pages/Home/Home";
import props from "../../props.json";

// Rendered for each request.
export const dynamic = "force-dynamic";

export default function Page() {
  return <Home {...props} />;
}
