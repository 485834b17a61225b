// Stylesheets are imported for their side effect: the server bundle collects them, the browser bundle drops them.
declare module "*.css";

// Images are imported for the URL of their hashed copy.
declare module "*.svg" {
  const address: string;
  export default address;
}

// Whether this is the server's bundle; a constant, so that the other bundle has nothing of what depends on it.
interface ImportMeta {
  readonly env: { readonly SSR: boolean };
}
