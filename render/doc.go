// Package render turns a tree of React components into HTML inside one Go process, and into the files that a browser
// needs to make parts of that HTML interactive.
//
// # Model
//
// When an [Engine] is made, esbuild's Go API bundles the same sources twice: as a program for goja, a JavaScript
// interpreter in Go, and as hashed ES modules for the browser. The server program registers pages and islands:
//
//	import { Island, serve } from "@haulfront/render";
//
//	serve({ pages: { Home }, islands: { Counter } });
//
// A page is a component that renders a whole document. Its interactive parts are islands:
//
//	<Island of={Counter} id="stock" props={{ start: 3 }} />
//
// [Engine.Page] renders a page once and keeps it as frozen HTML with a slot for each island. An island is a React root
// of its own: renderToString renders it with the island's id as identifierPrefix, and the browser hydrates it from the
// same JSON bytes with the same prefix. [Page.HTML] returns the page with some islands in another state: it renders
// only islands whose props differ from the page's own, and splices them between the frozen segments. The browser's side
// is
//
//	import { start } from "@haulfront/render/browser";
//
//	start({ Counter: () => import("./Counter") });
//
// [Engine.Render] is for pages that differ between requests outside of their islands. [Engine.Handler] serves the built
// files. render/README.md is a tour, render/examples has whole programs, and package render/develop is for development.
//
// The browser loads React when the first island is due, by default when one comes near the viewport. A page may give an
// island children, which stay as the server rendered them and may contain islands.
//
// # Props
//
// Props are encoded as package encoding/json encodes them, with two differences. A nil slice or map is empty: [], {},
// or "" for bytes. Nil pointers and interfaces are null, and types with a MarshalJSON decide themselves, so that a nil
// [json.RawMessage] is null. A whole number that JavaScript would round, such as most beyond 2⁵³, is an error with
// its place: the tag `json:",string"` encodes it as text. The arguments of [Engine.Value] are encoded likewise.
//
// # Limits
//
// Components run in goja, which has no window, timers or fetch; package render/platform has some of what libraries
// look for. No promise settles. A render that takes longer than [Config.Timeout] is interrupted. A render error names
// the component's file and line in the sources. Around the islands, a component that throws or waits inside of a
// Suspense boundary is an error, too: nothing would replace its fallback. In an island, the browser tries again. An
// island's component cannot contain islands, except in its children.
//
// # Concurrency
//
// An Engine and its Pages are safe for concurrent use. Each of the [Config.Workers] JavaScript runtimes serves one
// goroutine at a time; a caller waits at most [Config.Wait] for one.
//
// # Speed
//
// JavaScript makes much garbage, and Go collects it sooner than a server with memory to spare needs: with the
// environment variable GOGC at 200, renders took 12 to 31 % less processor time than with the default of 100, and with
// 400, 27 to 41 % less. The package does not change it. BenchmarkShapes compares the time of renders with Node's.
package render
