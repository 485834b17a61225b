// Command fiber serves a page that is rendered once, and its island for each request.
package main

import (
	"cmp"
	"context"
	"log"
	"os"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"

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
	page, err := engine.Page(context.Background(), "Stock", map[string]any{
		"name": "stranger", "start": 3,
	})
	if err != nil {
		log.Fatal(err)
	}
	app := fiber.New()
	app.Get("/assets/*", adaptor.HTTPHandler(engine.Handler()))
	app.Get("/", func(c fiber.Ctx) error {
		counter := map[string]any{"start": fiber.Query(c, "start", 3)}
		html, err := page.HTML(c.Context(), map[string]any{"counter": counter})
		if err != nil {
			return err // Fiber answers with 500
		}
		return c.Type("html", "utf-8").Send(html)
	})
	log.Fatal(app.Listen(cmp.Or(os.Getenv("ADDR"), "localhost:8080")))
}
