package render_test

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"haulfront/render"
)

// styled is a site of two pages whose components have CSS of their own.
var styled = func() map[string]string {
	files := maps.Clone(plain)
	files["server.tsx"] = `import { serve } from "@haulfront/render";
import "./all.css";
import { pages } from "@haulfront/render/pages";
serve({ pages, islands: {} });`
	files["all.css"] = `@layer base, ui; @import "./base.css" layer(base);`
	files["base.css"] = `.all { color: red; }`
	files["Card.tsx"] = `import "./Card.css"; export const Card = () => <p className="Card">card</p>;`
	files["Card.css"] = `@layer ui { .Card { background: url(./card.png); } }`
	files["Map.tsx"] = `import "./Map.css"; export const Map = () => <p>map</p>;`
	files["Map.css"] = `@layer ui { .Map { color: green; } }`
	files["card.png"] = "not really a picture"
	files["pages/Home.tsx"] = `import { Island } from "@haulfront/render";
import { Card } from "../Card";
import { Map } from "../Map";
export const Home = () => <html><body title={typeof Island}><Card /><Map /></body></html>;`
	files["pages/City.tsx"] = `import { Map } from "../Map";
export const City = () => <html><body><Map /></body></html>;`
	return files
}()

// A page's stylesheet holds the rules of the page alone, in the order of the one with everything.
func TestPageStyles(t *testing.T) {
	cfg := config(t, styled)
	cfg.Pages, cfg.Strict = "pages/*.tsx", true
	cfg, memory := packed(t, cfg)
	for name, cfg := range map[string]render.Config{"folder": cfg, "packed": memory} {
		engine, err := render.New(cfg)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		bodies := map[string]string{}
		for _, a := range engine.Assets() {
			if bodies[a.Path] != "" {
				t.Errorf("%s: %s was built twice", name, a.Path)
			}
			bodies[a.Path] = string(a.Body)
		}
		home, city := engine.StylesheetOf("pages/Home.tsx"), engine.StylesheetOf("pages/City.tsx")
		if bodies[home] != bodies[engine.Stylesheet()] {
			t.Errorf("%s: the page with everything has\n%s\nwant\n%s", name, bodies[home], bodies[engine.Stylesheet()])
		}
		css := bodies[city]
		inOrder := regexp.MustCompile(`^@layer base,ui;(?s:.*)\.all\{(?s:.*)\.Map\{`)
		if !inOrder.MatchString(css) || strings.Contains(css, "ard") {
			t.Errorf("%s: the page without a card has %s", name, css)
		}
		if other := engine.StylesheetOf("Card.tsx"); other != engine.Stylesheet() {
			t.Errorf("%s: a module that is no page has %s, want %s", name, other, engine.Stylesheet())
		}
	}
	files := maps.Clone(styled)
	files["pages/Town.tsx"] = `export const Village = () => <p />;`
	other := config(t, files)
	other.Pages = cfg.Pages
	if _, err := render.New(other); err == nil || !strings.Contains(err.Error(), `"Town"`) {
		t.Errorf("with a page of another name, New = %v", err)
	}
	cfg.Pages = "pages/["
	if _, err := render.New(cfg); err == nil || !strings.Contains(err.Error(), "Pages") {
		t.Errorf("with a bad pattern, New = %v", err)
	}
}

// A page's late stylesheet has the files with that name, and what else only their importers need.
func TestLateStyles(t *testing.T) {
	files := maps.Clone(styled)
	files["Close.tsx"] = `import { Card } from "./Card";
import { Map } from "./Map";
import "./Close.late.css";
export const Close = () => <div><Card /><Map /></div>;`
	files["Close.late.css"] = `@layer ui { .Close { color: blue; } }`
	files["pages/City.tsx"] = `import { Close } from "../Close";
import { Map } from "../Map";
export const City = () => <html><body><Map /><Close /></body></html>;`
	engine := newEngine(t, files, func(c *render.Config) { c.Pages = "pages/*.tsx" })
	classes := func(path string) (names string) {
		for _, a := range engine.Assets() {
			if a.Path == path {
				names = strings.Join(regexp.MustCompile(`\.[A-Za-z]+\{`).FindAllString(string(a.Body), -1), " ")
			}
		}
		return names
	}
	for path, want := range map[string]string{
		engine.StylesheetOf("pages/City.tsx"):     ".all{ .Map{",
		engine.LateStylesheetOf("pages/City.tsx"): ".Card{ .Close{",
	} {
		if got := classes(path); got != want {
			t.Errorf("%s has %s, want %s", path, got, want)
		}
	}
	if late := engine.LateStylesheetOf("pages/Home.tsx"); late != "" {
		t.Errorf("a page without late styles has %s", late)
	}
}
