import "../../../../../assets/css/index.css";

/** The page itself renders the whole document. */
export default function Layout({ children }) {
  return children;
}
