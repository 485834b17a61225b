// React's context as server components can have it: one value for each render. A parent is rendered before its children.
import { cache } from "react";

export function createContext() {
  const current = cache(() => ({}));
  return Object.assign(
    function Provider({ value, children }) {
      current().value = value;
      return children;
    },
    { current },
  );
}

export const useContext = ({ current }) => current().value;
