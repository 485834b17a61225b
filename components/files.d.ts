// Stylesheets are imported for their side effect: the server bundle collects them, the browser bundle drops them.
declare module "*.css";

// Images are imported for the URL of their hashed copy.
declare module "*.svg" {
  const address: string;
  export default address;
}
