// Command develop serves a page while its components are edited: changes appear in open pages, and errors over them.
package main

import (
	"cmp"
	"context"
	"log"
	"net"
	"net/http"
	"os"

	"haulfront/render"
	"haulfront/render/develop"
	"haulfront/render/platform"
)

func main() {
	cfg := render.Config{ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/"}
	cfg.Globals = platform.Globals()
	server, err := develop.NewServer(cfg, develop.Options{})
	if err != nil {
		log.Fatal(err)
	}
	go func() { log.Fatal(server.Run(context.Background())) }()
	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		engine := server.Engine()
		html, err := engine.Render(r.Context(), "Stock", map[string]any{
			"name": r.FormValue("name"), "start": 3,
		})
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError) // the page is replaced by the error
		}
		_, _ = w.Write(html)
	})
	listener, err := net.Listen("tcp", cmp.Or(os.Getenv("ADDR"), "localhost:8080"))
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on http://%s", listener.Addr())
	log.Fatal(http.Serve(listener, server.Wrap(http.DefaultServeMux)))
}
