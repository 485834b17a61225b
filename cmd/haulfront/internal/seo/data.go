package seo

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"

	"haulfront/content"
)

// businessPaths are the pages that describe the company in full: the home page, and the four cities of section 2 of the
// specification.
var businessPaths = []string{"/", "/locations/dallas", "/locations/fort-worth", "/locations/frisco", "/locations/plano"}

// Fragments that make stable ids of the company and the site.
const (
	businessID = "/#business"
	websiteID  = "/#website"
)

// The types of https://schema.org that pages use.
const (
	typeBusiness    = "HomeAndConstructionBusiness"
	typeWebsite     = "WebSite"
	typeService     = "Service"
	typeBreadcrumbs = "BreadcrumbList"
	typeArticle     = "BlogPosting"
	typeFAQ         = "FAQPage"
	typeList        = "ItemList"
)

// checkData compares a page's structured data with what the page shows, and wants the data that its kind has.
func (r *report) checkData(p *Page) {
	wrong := r.on(p.Path)
	for _, message := range p.malformed {
		wrong("JSON", "the structured data is malformed: %s", message)
	}
	checks := map[string]func(*Page, map[string]any){
		typeBusiness: r.checkBusiness, typeWebsite: r.checkWebsite, typeService: r.checkService,
		typeBreadcrumbs: r.checkBreadcrumbs, typeArticle: r.checkArticle, typeFAQ: r.checkFAQ, typeList: r.checkList,
	}
	met := map[string]int{}
	for _, data := range p.data {
		kind, _ := data["@type"].(string)
		met[kind]++
		check := checks[kind]
		if check == nil {
			wrong("a type that the check knows", "there is structured data of the type %q", kind)
			continue
		}
		if data["@context"] != "https://schema.org" {
			wrong("https://schema.org", "the context of the %s is %v", kind, data["@context"])
		}
		check(p, data)
	}
	wanted := map[string]bool{
		typeBusiness:    slices.Contains(businessPaths, p.Path),
		typeWebsite:     p.Path == "/",
		typeService:     p.Kind == content.KindService,
		typeArticle:     p.Kind == content.KindArticle,
		typeBreadcrumbs: p.breadcrumbs() != nil,
		typeFAQ:         len(p.questions()) > 0,
		typeList:        p.Kind == content.KindServices || p.Kind == content.KindLocations,
	}
	for kind, want := range wanted {
		if n := met[kind]; (n > 0) != want || n > 1 {
			wrong(map[bool]string{true: "1", false: "none"}[want], "the page has %d structured data of the type %s", n, kind)
		}
	}
}

// need notes which of the keys an object lacks.
func (r *report) need(p *Page, kind string, data map[string]any, keys ...string) {
	for _, key := range keys {
		if value := data[key]; value == nil || value == "" {
			r.on(p.Path)("it", "the %s has no %s", kind, key)
		}
	}
}

// equal notes a value that is not the one that the page shows.
func (r *report) equal(p *Page, what string, got any, want string) {
	if got != want {
		r.on(p.Path)(fmt.Sprintf("%q, as on the page", want), "%s is %q", what, got)
	}
}

// shown notes a text that the page does not show.
func (r *report) shown(p *Page, what, text string) {
	if text = squeeze(text); text == "" || !strings.Contains(p.bodyText, text) {
		r.on(p.Path)("what the page shows", "%s is %q, which the page does not show", what, text)
	}
}

func (r *report) checkBusiness(p *Page, data map[string]any) {
	wrong := r.on(p.Path)
	r.need(p, typeBusiness, data, "name", "url", "telephone", "description", "image", "priceRange", "areaServed", "sameAs", "openingHoursSpecification")
	r.equal(p, "the company's @id", data["@id"], r.Base+businessID)
	r.equal(p, "the company's url", data["url"], r.Base+"/")
	r.equal(p, "the company's name", data["name"], p.SiteName)
	r.shown(p, "the company's name", text(data["name"]))
	if email := text(data["email"]); email != "" {
		r.shown(p, "the company's e-mail address", email)
	}
	// The country code stands before the number as it is shown.
	r.shown(p, "the company's telephone", strings.TrimPrefix(text(data["telephone"]), "+1 "))
	r.checkFile(p, "company's image", text(data["image"]))
	if links := list(data["sameAs"]); len(links) != 3 {
		wrong("3", "the company has %d profiles", len(links))
	}
	for _, hours := range list(data["openingHoursSpecification"]) {
		brief, long := hoursText(object(hours))
		if !strings.Contains(p.bodyText, brief) && !strings.Contains(p.bodyText, long) {
			wrong("what the page shows", "the company's hours are %q, which the page does not show", long)
		}
	}
	// A city's page shows the cities alone; the home page shows every town.
	towns := p
	if home := r.byPath["/"]; home != nil {
		towns = home
	}
	for _, town := range list(data["areaServed"]) {
		r.shown(towns, "a town that the company serves", text(object(town)["name"]))
	}
	if rating := object(data["aggregateRating"]); rating != nil {
		r.shown(p, "the company's rating", fmt.Sprintf("%v out of 5", rating["ratingValue"]))
		r.shown(p, "the number of reviews", fmt.Sprintf("%v reviews", rating["reviewCount"]))
	}
}

// hoursText is how the pages write opening hours: "Mon–Sat 7am–7pm" or "Monday to Saturday, 7am to 7pm".
func hoursText(hours map[string]any) (brief, long string) {
	days := list(hours["dayOfWeek"])
	if len(days) == 0 {
		return "no day", "no day"
	}
	clock := func(value any) string {
		at, err := time.Parse("15:04", text(value))
		if err != nil {
			return text(value)
		}
		return strings.Replace(at.Format("3:04pm"), ":00", "", 1)
	}
	opens, closes := clock(hours["opens"]), clock(hours["closes"])
	first, last := text(days[0]), text(days[len(days)-1])
	return fmt.Sprintf("%.3s–%.3s %s–%s", first, last, opens, closes), fmt.Sprintf("%s to %s, %s to %s", first, last, opens, closes)
}

func (r *report) checkWebsite(p *Page, data map[string]any) {
	r.equal(p, "the site's @id", data["@id"], r.Base+websiteID)
	r.equal(p, "the site's url", data["url"], r.Base+"/")
	r.equal(p, "the site's name", data["name"], p.SiteName)
	r.equal(p, "the site's publisher", object(data["publisher"])["@id"], r.Base+businessID)
}

func (r *report) checkService(p *Page, data map[string]any) {
	r.need(p, typeService, data, "name", "provider", "areaServed")
	r.shown(p, "the service's name", text(data["name"]))
	r.equal(p, "the service's provider", object(data["provider"])["@id"], r.Base+businessID)
	if address, ok := data["url"]; ok {
		r.equal(p, "the service's url", address, p.Canonical)
	}
	offered := map[string]bool{}
	for key, value := range leaves(data["offers"]) {
		switch key {
		case "price", "minPrice", "maxPrice", "lowPrice", "highPrice":
			figure, err := dollars(text(value))
			if err != nil || !hasFigure(p.mainText, figure) {
				r.on(p.Path)("a price that the page shows", "an offer's %s is %v", key, value)
			}
			offered[figure] = true
		case "priceCurrency":
			r.equal(p, "an offer's currency", value, "USD")
		case "name":
			r.shown(p, "an offer's name", text(value))
		}
	}
	for _, figure := range p.listedPrices() {
		if !offered[figure] {
			r.on(p.Path)("an offer for every price of the list", "the price list has %s, and no offer has it", figure)
		}
	}
}

// listedPrices are the amounts of the page's price lists, without those that are no bound: "$1,500–$5,000+" has no
// highest price.
func (p *Page) listedPrices() (figures []string) {
	for price := range elements(p.main) {
		if !hasClass(price, "PriceList-price") {
			continue
		}
		for i, match := range listed.FindAllStringSubmatch(textOf(price), -1) {
			if i == 0 || match[2] == "" {
				figures = append(figures, match[1])
			}
		}
	}
	return figures
}

var listed = regexp.MustCompile(`(\$\d{1,3}(?:,\d{3})*)(\+?)`)

// breadcrumbs is the navigation that shows the way to the page, nil where it has none.
func (p *Page) breadcrumbs() *html.Node {
	for nav := range elements(p.root, "nav") {
		if hasClass(nav, "Breadcrumbs") {
			return nav
		}
	}
	return nil
}

func (r *report) checkBreadcrumbs(p *Page, data map[string]any) {
	wrong := r.on(p.Path)
	nav := p.breadcrumbs()
	if nav == nil {
		return // noted already
	}
	steps := slices.Collect(elements(nav, "li"))
	items := list(data["itemListElement"])
	if len(items) != len(steps) {
		wrong(fmt.Sprintf("%d, as the page shows", len(steps)), "the breadcrumbs' data has %d steps", len(items))
		return
	}
	for i, step := range steps {
		item := object(items[i])
		r.equal(p, "a breadcrumb's position", text(item["position"]), strconv.Itoa(i+1))
		r.equal(p, "a breadcrumb's name", item["name"], textOf(step))
		address, link := text(item["item"]), first(step, "a")
		switch {
		case link != nil:
			r.equal(p, "a breadcrumb's address", address, r.Base+attr(link, "href"))
		case i != len(steps)-1 && address != "":
			wrong("none, as on the page", "the breadcrumb %q leads to %s", textOf(step), address)
		case i == len(steps)-1 && address != "":
			r.equal(p, "the last breadcrumb's address", address, p.Canonical)
		}
	}
}

func (r *report) checkArticle(p *Page, data map[string]any) {
	r.need(p, typeArticle, data, "headline", "datePublished", "author", "publisher", "description")
	r.equal(p, "the article's headline", data["headline"], p.Heading)
	if image := data["image"]; image != nil {
		r.checkFile(p, "article's image", text(image))
	}
	for _, key := range []string{"url", "mainEntityOfPage"} {
		if value := data[key]; value != nil {
			if id := object(value)["@id"]; id != nil {
				value = id
			}
			r.equal(p, "the article's "+key, value, p.Canonical)
		}
	}
	day, err := parseDay(data["datePublished"], time.UTC)
	if err != nil {
		r.on(p.Path)("a day such as 2025-03-15", "the article's datePublished is %v", data["datePublished"])
		return
	}
	r.shown(p, "the article's datePublished", day.Format("January 2, 2006"))
	if stamp := first(p.main, "time"); stamp == nil || attr(stamp, "datetime") != day.Format(time.DateOnly) {
		r.on(p.Path)("a time element with the day of datePublished", "the page has none first in its main part")
	}
}

// questions are the texts of the page's accordion, a question and its answer each.
func (p *Page) questions() (items [][2]string) {
	for n := range elements(p.main) {
		if !hasClass(n, "FaqAccordion-item") {
			continue
		}
		var item [2]string
		for part := range elements(n) {
			switch {
			case hasClass(part, "FaqAccordion-trigger"):
				item[0] = textOf(part)
			case hasClass(part, "FaqAccordion-answer"):
				item[1] = textOf(part)
			}
		}
		items = append(items, item)
	}
	return items
}

func (r *report) checkFAQ(p *Page, data map[string]any) {
	items, questions := p.questions(), list(data["mainEntity"])
	if len(items) != len(questions) {
		r.on(p.Path)(fmt.Sprintf("%d, as the page shows", len(items)), "the FAQ's data has %d questions", len(questions))
		return
	}
	for i, item := range items {
		question := object(questions[i])
		r.equal(p, "a question", squeeze(text(question["name"])), item[0])
		r.equal(p, "an answer", squeeze(text(object(question["acceptedAnswer"])["text"])), item[1])
	}
}

// checkList wants a list whose items are links of the page's main part, in its order.
func (r *report) checkList(p *Page, data map[string]any) {
	wrong := r.on(p.Path)
	items := list(data["itemListElement"])
	r.equal(p, "the list's numberOfItems", text(data["numberOfItems"]), strconv.Itoa(len(items)))
	links := slices.Collect(elements(p.main, "a"))
	for i, value := range items {
		item := object(value)
		name, address := text(item["name"]), text(item["url"])
		r.equal(p, "an item's position", text(item["position"]), strconv.Itoa(i+1))
		at := slices.IndexFunc(links, func(a *html.Node) bool { return r.Base+attr(a, "href") == address && textOf(a) == name })
		if at < 0 {
			wrong("a link of the page, in its order", "the list has the item %q at %s", name, address)
			continue
		}
		links = links[at+1:]
	}
}

// leaves yields the keys and values of all objects in a JSON value that are neither objects nor lists.
func leaves(value any) func(yield func(string, any) bool) {
	return func(yield func(string, any) bool) {
		var walk func(key string, value any) bool
		walk = func(key string, value any) bool {
			switch v := value.(type) {
			case map[string]any:
				for k, item := range v {
					if !walk(k, item) {
						return false
					}
				}
			case []any:
				for _, item := range v {
					if !walk(key, item) {
						return false
					}
				}
			default:
				return yield(key, v)
			}
			return true
		}
		walk("", value)
	}
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attr(n, "class")), class)
}

// text is a JSON text or number as it was written; empty for everything else.
func text(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

func object(value any) map[string]any {
	o, _ := value.(map[string]any)
	return o
}

// list is a JSON list; a single value is a list of one.
func list(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

// dollars writes a number of US dollars as the pages do: "$1,500".
func dollars(number string) (string, error) {
	n, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return "", err
	}
	digits := strconv.Itoa(int(n))
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return "$" + digits, nil
}
