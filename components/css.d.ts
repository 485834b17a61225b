// Style sheets are imported for their effect alone: the server's bundle collects them, the browser's drops them.
declare module "*.css";
