package render_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"haulfront/render"
)

// A tree of two components: a page, and an island in it.
func Example() {
	dir, err := os.MkdirTemp("", "render")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	modules, err := filepath.Abs("../node_modules")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		log.Fatal(err)
	}
	for name, source := range map[string]string{
		"Counter.tsx": `
			import { useState } from "react";
			export function Counter({ start }: { start: number }) {
				const [count, setCount] = useState(start);
				return <button onClick={() => setCount(count + 1)}>{count} boxes</button>;
			}`,
		"server.tsx": `
			import { Island, serve } from "@haulfront/render";
			import { Counter } from "./Counter";
			function Stock({ title, start }: { title: string; start: number }) {
				return <main><h1>{title}</h1><Island of={Counter} id="stock" props={{ start }} /></main>;
			}
			serve({ pages: { Stock }, islands: { Counter } });`,
		"browser.ts": `
			import { start } from "@haulfront/render/browser";
			start({ Counter: () => import("./Counter") });`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o600); err != nil {
			log.Fatal(err)
		}
	}

	ctx := context.Background()
	engine, err := render.New(render.Config{
		Dir: dir, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/",
	})
	if err != nil {
		log.Fatal(err)
	}
	page, err := engine.Page(ctx, "Stock", map[string]any{"title": "Boxes & bags", "start": 3})
	if err != nil {
		log.Fatal(err)
	}
	html, err := page.HTML(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.ReplaceAll(string(html), "><", ">\n<"))
	// The same page with the island in another state: only the island is rendered again.
	html, err = page.HTML(ctx, map[string]any{"stock": map[string]any{"start": 12}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.ReplaceAll(string(html), "><", ">\n<"))
	// Output:
	// <main>
	// <h1>Boxes &amp; bags</h1>
	// <div data-island="Counter" data-island-id="stock" data-island-when="visible">
	// <button>3<!-- --> boxes</button>
	// </div>
	// <script type="application/json" data-island-props="stock">{"start":3}</script>
	// </main>
	// <main>
	// <h1>Boxes &amp; bags</h1>
	// <div data-island="Counter" data-island-id="stock" data-island-when="visible">
	// <button>12<!-- --> boxes</button>
	// </div>
	// <script type="application/json" data-island-props="stock">{"start":12}</script>
	// </main>
}
