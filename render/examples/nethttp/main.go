// Command nethttp serves a page of React components that is rendered for each request.
package main

import (
	"cmp"
	"log"
	"net"
	"net/http"
	"os"

	"haulfront/render"
	"haulfront/render/platform"
)

func main() {
	cfg := render.Config{ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/"}
	cfg.Globals = platform.Globals()
	engine, err := render.New(cfg)
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("GET /assets/", engine.Handler())
	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		html, err := engine.Render(r.Context(), "Stock", map[string]any{
			"name": r.FormValue("name"), "start": 3,
		})
		if err != nil {
			log.Print(err)
			http.Error(w, "This page could not be rendered.", http.StatusInternalServerError)
			return
		}
		_, _ = w.Write(html)
	})
	listener, err := net.Listen("tcp", cmp.Or(os.Getenv("ADDR"), "localhost:8080"))
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on http://%s", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
