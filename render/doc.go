// Package render turns a tree of React components into HTML inside one Go process, and into the files that a browser
// needs to make parts of that HTML interactive.
//
// # Model
//
// The same sources are bundled twice, by esbuild's Go API, when an [Engine] is made: once as a program for goja, a
// JavaScript interpreter in Go, and once as hashed ES modules for the browser. The server program registers pages and
// islands:
//
//	import { Island, serve } from "@haulfront/render";
//
//	serve({ pages: { Home }, islands: { Counter } });
//
// A page is a component that renders a whole document. What is interactive in it stands in an island:
//
//	<Island of={Counter} id="stock" props={{ start: 3 }} />
//
// [Engine.Page] renders a page once and keeps it as frozen HTML with a slot for each island. An island is a React root
// of its own, rendered by renderToString with the island's id as identifierPrefix, and hydrated in the browser from the
// same JSON bytes with the same prefix. [Page.HTML] returns the page with some islands in another state: it renders only
// islands whose props differ from the page's own, and splices them between the frozen segments.
// The browser's side is
//
//	import { start } from "@haulfront/render/browser";
//
//	start({ Counter: () => import("./Counter") });
//
// A page that differs from request to request outside of its islands is [Engine.Render]. [Engine.Handler] serves the built files.
// render/README.md is a tour, and render/examples has whole programs.
//
// The browser loads React when the first island is due: by default when one comes near the viewport. The islands of a page may have
// children, which stay as the server rendered them, with islands in them.
//
// # Limits
//
// Components run in goja: there is no window, no timer, no Intl, no fetch and no promise that would ever settle. A
// render that takes longer than [Config.Timeout] is interrupted, and a render error names the component's file and line
// as they stand in the sources. An island's component cannot have islands of its own, but can be given some as children.
//
// # Sharing
//
// An Engine and its Pages may be used by any number of goroutines. Each JavaScript runtime is used by one at a time;
// there are [Config.Workers] of them, and a caller waits at most [Config.Wait] for one.
package render
