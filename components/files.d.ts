// Style sheets are imported for their effect alone: the server's bundle collects them, the browser's drops them.
declare module "*.css";

// Pictures are imported for the address of their hashed copy.
declare module "*.svg" {
  const address: string;
  export default address;
}
