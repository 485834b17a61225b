// Command complete is one file with everything: the sources of the page are embedded in the program.
//
//go:generate go tool tygo generate
//go:generate npx tailwindcss --input style.css --output style.gen.css --minify
//go:generate go run ./pack
package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	_ "embed"
	"log"
	"net"
	"net/http"
	"os"

	"example/props"

	"haulfront/render"
	"haulfront/render/platform"
)

//go:embed packed.zip
var packed []byte

// newEngine makes an engine of the packed sources.
func newEngine() (*render.Engine, error) {
	sources, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, err
	}
	return render.New(render.Config{
		Sources: sources, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/",
		Globals: platform.Globals(),
	})
}

// handler serves the page.
func handler(engine *render.Engine) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /assets/", engine.Handler())
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		html, err := engine.Render(r.Context(), "Stock", props.Stock{
			Name: r.FormValue("name"), Counter: props.Counter{Start: 3, Unit: "boxes"},
		})
		if err != nil {
			log.Print(err)
			http.Error(w, "This page could not be rendered.", http.StatusInternalServerError)
			return
		}
		_, _ = w.Write(html)
	})
	return mux
}

func main() {
	engine, err := newEngine()
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", cmp.Or(os.Getenv("ADDR"), "localhost:8080"))
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on http://%s", listener.Addr())
	log.Fatal(http.Serve(listener, handler(engine)))
}
