// Types of the files that components can import besides code, for "types": ["@haulfront/render/files"] in
// tsconfig.json.

// The default export of these is the URL of the built copy.
declare module "*.svg" { const url: string; export default url; }
declare module "*.png" { const url: string; export default url; }
declare module "*.jpg" { const url: string; export default url; }
declare module "*.jpeg" { const url: string; export default url; }
declare module "*.gif" { const url: string; export default url; }
declare module "*.webp" { const url: string; export default url; }
declare module "*.avif" { const url: string; export default url; }
declare module "*.ico" { const url: string; export default url; }
declare module "*.woff2" { const url: string; export default url; }
declare module "*.woff" { const url: string; export default url; }
declare module "*.ttf" { const url: string; export default url; }
declare module "*.otf" { const url: string; export default url; }
declare module "*.mp4" { const url: string; export default url; }
declare module "*.webm" { const url: string; export default url; }
declare module "*.mp3" { const url: string; export default url; }
declare module "*.pdf" { const url: string; export default url; }
declare module "*.wasm" { const url: string; export default url; }

// The default export of these is their text.
declare module "*.txt" { const text: string; export default text; }
declare module "*.md" { const text: string; export default text; }

// The default export of a CSS module has the names of its classes by those in the file.
declare module "*.module.css" { const names: Readonly<Record<string, string>>; export default names; }

// CSS becomes part of the stylesheet.
declare module "*.css";

// Whether this is the server's bundle. It is a constant: the browser's bundle has no code that depends on it.
interface ImportMeta { readonly env: { readonly SSR: boolean }; }
