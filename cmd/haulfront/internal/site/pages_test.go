package site

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

var (
	classList  = regexp.MustCompile(` class="([^"]*)"`)
	classRule  = regexp.MustCompile(`\.([A-Za-z][\w-]*)`)
	tokenRule  = regexp.MustCompile(`[{;]((--[\w-]+):)`)
	stylesheet = regexp.MustCompile(`<style>([^<]*)</style>`)
)

// lateStylesheet is the link, in the middle of a page, to the rules that its first screen does not need.
var lateStylesheet = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"/>`)

// Every page contains the stylesheet of its component, which with the late one has all rules for its classes, the
// tokens that they use, and no rules of other pages. Its policy names the digest.
func TestPageStylesheets(t *testing.T) {
	s := newSite(t, t.TempDir())
	classes := func(css string) map[string]bool {
		found := map[string]bool{}
		for _, m := range classRule.FindAllStringSubmatch(css, -1) {
			found[m[1]] = true
		}
		return found
	}
	whole := string(s.get(t, s.assets.Stylesheet).Body)
	every, tokens := classes(whole), tokenRule.FindAllStringSubmatch(whole, -1)
	kinds := map[content.Kind]bool{}
	for _, route := range s.cfg.Content.Routes() {
		if kinds[route.Kind] {
			continue
		}
		kinds[route.Kind] = true
		response := s.get(t, route.Path)
		html := string(response.Body)
		styles := stylesheet.FindAllStringSubmatch(html, -1)
		late := lateStylesheet.FindAllStringSubmatch(html, -1)
		if len(styles) != 1 || len(late) > 1 || len(late) != strings.Count(html, `rel="stylesheet"`) {
			t.Errorf("%s has %d style elements and %d late stylesheets, want one", route.Path, len(styles), len(late))
			continue
		}
		css := styles[0][1]
		sum := sha256.Sum256([]byte(css))
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; response.Style != want {
			t.Errorf("%s has the style %s, want %s", route.Path, response.Style, want)
		}
		for _, link := range late {
			css += string(s.get(t, link[1]).Body)
		}
		for _, token := range tokens {
			isDefined := strings.Contains(css, "{"+token[1]) || strings.Contains(css, ";"+token[1])
			if strings.Contains(css, "var("+token[2]+")") && !isDefined {
				t.Errorf("%s uses the token %s, which its stylesheets do not define", route.Path, token[2])
			}
		}
		has := classes(css)
		for _, list := range classList.FindAllStringSubmatch(html, -1) {
			for _, class := range strings.Fields(list[1]) {
				if every[class] && !has[class] {
					t.Errorf("%s has the class %s, its stylesheet has not", route.Path, class)
				}
			}
		}
		if (route.Kind == content.KindEstimate) != has["Estimator"] {
			t.Errorf("%s: the stylesheet has the classes %q", route.Path, slices.Sorted(maps.Keys(has)))
		}
	}
}

// Pages show every section that an order names: some page of the kind loses something without it.
func TestOrderedSections(t *testing.T) {
	s := newSite(t, t.TempDir())
	// City draws these beside recycling and an estate, which the order then names.
	missing := map[string]bool{"City disposal": false, "City renovation": false}
	for _, route := range s.cfg.Content.Routes() {
		props := reflect.ValueOf(s.cfg.Content.PageProps(s.buildInfo(s.today()), route))
		page := reflect.New(props.Type()).Elem()
		page.Set(props)
		order := page.FieldByName("Order")
		if !order.IsValid() {
			continue
		}
		names := slices.Clone(order.Interface().([]string))
		render := func(shown []string) string {
			order.Set(reflect.ValueOf(shown))
			response, err := s.Render(t.Context(), route.Kind.Row().Component, page.Interface(), Encodings{})
			testkit.Must(t, err)
			return string(response.Body)
		}
		whole := ""
		for i, name := range names {
			key := route.Kind.Row().Component + " " + name
			if open, known := missing[key]; known && !open {
				continue
			}
			whole = cmp.Or(whole, render(names))
			missing[key] = render(slices.Delete(slices.Clone(names), i, i+1)) == whole
		}
	}
	for name, isMissing := range missing {
		if isMissing {
			t.Errorf("no page shows the section %s", name)
		}
	}
	if len(missing) < 20 {
		t.Errorf("pages have the sections %v", missing)
	}
}

// Only a load whose drawing says how full the truck is has a tape that says so, too.
func TestTapeOfLoads(t *testing.T) {
	s := newSite(t, t.TempDir())
	page := content.PageOf[content.QuotePage](s.cfg.Content, s.buildInfo(s.today()), content.QuotePath)
	for scene, want := range map[string]int{"truck-half": 1, "truck-empty": 0} {
		page.Prices.Cards = []content.PriceTier{{Name: "A load", Scene: content.SceneName(scene)}}
		response, err := s.Render(t.Context(), "GetQuote", page, Encodings{})
		testkit.Must(t, err)
		if got := strings.Count(string(response.Body), `"PriceCard-tape"`); got != want {
			t.Errorf("a load with the drawing %s has %d tapes, want %d", scene, got, want)
		}
	}
}

// Numbers and their units, ranges and short words with hyphens stay on one line, and phone numbers are links.
func TestNoWrap(t *testing.T) {
	s := newSite(t, t.TempDir())
	page := content.PageOf[content.QuotePage](s.cfg.Content, s.buildInfo(s.today()), content.QuotePath)
	for lead, want := range map[string]string{
		"Call 214-555-0142.":   `Call <a class="NoWrap" href="tel:2145550142">214-555-0142</a>.`,
		"Within 1 hour.":       `Within <span class="NoWrap">1 hour</span>.`,
		"Most are $100–$600.":  `Most are <span class="NoWrap">$100–$600.</span>`,
		"From 7am–7pm, daily.": `From <span class="NoWrap">7am–7pm,</span> daily.`,
		"Open Mon–Sat.":        `Open <span class="NoWrap">Mon–Sat</span>.`,
		"Mon–Sat 7am–7pm.":     `<span class="NoWrap">Mon–Sat 7am–7pm.</span>`,
		"Old E-waste.":         `Old <span class="NoWrap">E-waste</span>.`,
		"We came at 9 of 10.":  "We came at 9 of 10.",
	} {
		page.Steps.Lead = lead
		response, err := s.Render(t.Context(), "GetQuote", page, Encodings{})
		testkit.Must(t, err)
		got := strings.ReplaceAll(string(response.Body), "<!-- -->", "")
		if !strings.Contains(got, `<p class="Heading-lead">`+want+"</p>") {
			t.Errorf("the page does not have %q", want)
		}
	}
}
