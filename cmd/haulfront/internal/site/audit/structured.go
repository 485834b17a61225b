package audit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"

	"haulfront/content"
	"haulfront/content/clock"
	"haulfront/content/company"
)

// The types of https://schema.org that pages use.
const (
	typeBusiness    = "HomeAndConstructionBusiness"
	typeWebsite     = "WebSite"
	typeService     = "Service"
	typeBreadcrumbs = "BreadcrumbList"
	typeArticle     = "BlogPosting"
	typeList        = "ItemList"
)

// checkStructuredData compares a page's structured data with its text, and requires the data of its kind.
func (c *checker) checkStructuredData(p *Page) {
	for _, message := range p.malformed {
		c.report(p.Path, "JSON", "the structured data is malformed: %s", message)
	}
	checks := map[string]func(*Page, map[string]any){
		typeBusiness: c.checkBusiness, typeWebsite: c.checkWebsite, typeService: c.checkService,
		typeBreadcrumbs: c.checkBreadcrumbs, typeArticle: c.checkArticle, typeList: c.checkList,
	}
	counts := map[string]int{}
	for _, data := range p.structured {
		kind, _ := data["@type"].(string)
		counts[kind]++
		check := checks[kind]
		if check == nil {
			check = c.checkOther
		}
		if data["@context"] != content.SchemaContext {
			c.report(p.Path, content.SchemaContext, "the context of the %s is %v", kind, data["@context"])
		}
		check(p, data)
	}
	wanted := map[string]bool{}
	for kind := range checks {
		wanted[kind] = p.Kind.Row().Schema == kind
	}
	if p.Kind == content.KindLocations { // which may have no town's page to list
		wanted[typeList] = slices.ContainsFunc(c.Pages, func(p *Page) bool { return p.Kind == content.KindCity })
	}
	wanted[typeBusiness], wanted[typeBreadcrumbs] = p.DescribesBusiness, p.breadcrumbs() != nil
	for kind, want := range wanted {
		if n := counts[kind]; (n > 0) != want || n > 1 {
			wanted := "none"
			if want {
				wanted = "1"
			}
			c.report(p.Path, wanted, "the page has %d structured data of the type %s", n, kind)
		}
	}
}

// need reports which of the keys an object lacks.
func (c *checker) need(p *Page, kind string, data map[string]any, keys ...string) {
	for _, key := range keys {
		if value := data[key]; value == nil || value == "" {
			c.report(p.Path, "it", "the %s has no %s", kind, key)
		}
	}
}

// equal reports a value that differs from the page.
func (c *checker) equal(p *Page, name string, got any, want string) {
	if got != want {
		c.report(p.Path, fmt.Sprintf("%q, as on the page", want), "%s is %q", name, got)
	}
}

// shown reports a text that the page does not show.
func (c *checker) shown(p *Page, name, text string) {
	if text = singleSpaced(text); text == "" || !strings.Contains(p.bodyText, text) {
		c.report(p.Path, "what the page shows", "%s is %q, which the page does not show", name, text)
	}
}

// checkBusiness compares the company's data with the page, and the towns that it serves with the home page.
func (c *checker) checkBusiness(p *Page, data map[string]any) {
	c.need(p, typeBusiness, data,
		"name", "url", "telephone", "description", "image", "priceRange", "areaServed", "openingHoursSpecification")
	c.equal(p, "the company's @id", data["@id"], c.Base+content.BusinessID)
	c.equal(p, "the company's url", data["url"], c.Base+"/")
	c.equal(p, "the company's name", data["name"], p.SiteName)
	c.shown(p, "the company's name", text(data["name"]))
	if email := text(data["email"]); email != "" {
		c.shown(p, "the company's email address", email)
	}
	// The country code stands before the number as it is shown.
	c.shown(p, "the company's telephone", strings.TrimPrefix(text(data["telephone"]), "+1 "))
	c.checkFile(p, "company's image", text(data["image"]))
	for _, key := range []string{"streetAddress", "addressLocality", "postalCode"} {
		if at := object(data["address"]); at != nil {
			c.shown(p, "the company's "+key, text(at[key]))
		}
	}
	for _, hours := range list(data["openingHoursSpecification"]) {
		brief, long := hoursText(object(hours))
		if !strings.Contains(p.bodyText, brief) && !strings.Contains(p.bodyText, long) {
			c.report(p.Path, "what the page shows", "the company's hours are %q, which the page does not show", long)
		}
		seasons := seasonTexts(object(hours))
		isShown := func(season string) bool { return strings.Contains(p.bodyText, season) }
		if seasons != nil && !slices.ContainsFunc(seasons, isShown) {
			c.report(p.Path, "what the page shows", "a season is %q, which the page does not show", seasons[0])
		}
	}
	for _, closed := range list(data["specialOpeningHoursSpecification"]) {
		from, _ := time.Parse(time.DateOnly, text(object(closed)["validFrom"]))
		c.shown(p, "a closed day", from.Format("Jan 2"))
	}
	// A city's page shows the cities alone; the home page shows every town.
	towns := cmp.Or(c.byPath["/"], p)
	for _, town := range list(data["areaServed"]) {
		c.shown(towns, "a town that the company serves", text(object(town)["name"]))
	}
	if rating := object(data["aggregateRating"]); rating != nil {
		c.shown(p, "the company's rating", fmt.Sprintf("%v out of 5", rating["ratingValue"]))
		c.shown(p, "the number of reviews", fmt.Sprintf("%v reviews", rating["reviewCount"]))
	}
}

// hoursText is the opening hours as pages write them: "Mon–Sat 7am–7pm" or "Monday to Saturday, 7am to 7pm".
func hoursText(hours map[string]any) (brief, long string) {
	days := list(hours["dayOfWeek"])
	if len(days) == 0 {
		return "no day", "no day"
	}
	opens, closes := clock.Format(text(hours["opens"]), "3pm"), clock.Format(text(hours["closes"]), "3pm")
	if opens == closes { // see seasonTexts
		return "", ""
	}
	first, last := text(days[0]), text(days[len(days)-1])
	if first == last {
		return fmt.Sprintf("%.3s %s–%s", first, opens, closes), fmt.Sprintf("%s, %s to %s", first, opens, closes)
	}
	return fmt.Sprintf("%.3s–%.3s %s–%s", first, last, opens, closes),
		fmt.Sprintf("%s to %s, %s to %s", first, last, opens, closes)
}

// seasonTexts are the ways in which pages write the days of a season, in every year and in one; nil for hours of all
// days. Its closed weekdays are those that its hours do not name, or all.
func seasonTexts(hours map[string]any) (texts []string) {
	from, _ := time.Parse(time.DateOnly, text(hours["validFrom"]))
	to, err := time.Parse(time.DateOnly, text(hours["validThrough"]))
	if err != nil {
		return nil
	}
	for _, layout := range []string{"Jan 2", "Jan 2, 2006"} {
		season := from.Format(layout)
		switch {
		case from.Equal(to):
		case layout == "Jan 2" && from.Month() == to.Month():
			season += to.Format("–2")
		default:
			season += to.Format("–" + layout)
		}
		if hours["opens"] == hours["closes"] {
			texts = append(texts, "closed "+season)
		}
		texts = append(texts, season+": ")
	}
	return texts
}

// checkOther checks data of a type without a check of its own: the page has its url, and shows its names and texts.
func (c *checker) checkOther(p *Page, data map[string]any) {
	of := "the " + text(data["@type"]) + "'s "
	c.equal(p, of+"url", data["url"], p.Canonical)
	walk("", data, func(key string, value any) {
		if key == "name" || key == "headline" || key == "text" {
			c.shown(p, of+key, text(value))
		}
	})
}

func (c *checker) checkWebsite(p *Page, data map[string]any) {
	c.equal(p, "the site's @id", data["@id"], c.Base+content.WebsiteID)
	c.equal(p, "the site's url", data["url"], c.Base+"/")
	c.equal(p, "the site's name", data["name"], p.SiteName)
	c.equal(p, "the site's publisher", object(data["publisher"])["@id"], c.Base+content.BusinessID)
}

// checkService compares a service's data with the page: the page shows every offer's price, and there is an offer for
// every price of its price list.
func (c *checker) checkService(p *Page, data map[string]any) {
	c.need(p, typeService, data, "name", "provider", "areaServed")
	c.shown(p, "the service's name", text(data["name"]))
	provider := object(data["provider"])
	c.equal(p, "the service's provider", provider["@id"], c.Base+content.BusinessID)
	c.equal(p, "the provider's name", provider["name"], p.SiteName) // no other data of the page has it
	if address, ok := data["url"]; ok {
		c.equal(p, "the service's url", address, p.Canonical)
	}
	offered := map[string]bool{}
	walk("offers", data["offers"], func(key string, value any) {
		switch key {
		case "price", "minPrice", "maxPrice", "lowPrice", "highPrice":
			dollars, err := strconv.Atoi(text(value))
			figure := company.Dollars(dollars)
			if err != nil || !hasFigure(p.mainText, figure) {
				c.report(p.Path, "a price that the page shows", "an offer's %s is %v", key, value)
			}
			offered[figure] = true
		case "priceCurrency":
			c.equal(p, "an offer's currency", value, "USD")
		case "name":
			c.shown(p, "an offer's name", text(value))
		}
	})
	for _, figure := range p.listedPrices() {
		if !offered[figure] {
			c.report(p.Path, "an offer for every price of the list",
				"the price list has %s, and no offer has it", figure)
		}
	}
}

func (c *checker) checkArticle(p *Page, data map[string]any) {
	c.need(p, typeArticle, data, "headline", "datePublished", "author", "publisher", "description")
	c.equal(p, "the article's headline", data["headline"], p.Heading)
	if image := data["image"]; image != nil {
		c.checkFile(p, "article's image", text(image))
	}
	for _, key := range []string{"url", "mainEntityOfPage"} {
		if value := data[key]; value != nil {
			if id := object(value)["@id"]; id != nil {
				value = id
			}
			c.equal(p, "the article's "+key, value, p.Canonical)
		}
	}
	day, err := time.Parse(time.DateOnly, text(data["datePublished"]))
	if err != nil {
		c.report(p.Path, "a day such as 2025-03-15", "the article's datePublished is %v", data["datePublished"])
		return
	}
	c.shown(p, "the article's datePublished", day.Format("January 2, 2006"))
	if stamp := first(p.main, "time"); stamp == nil || attr(stamp, "datetime") != day.Format(time.DateOnly) {
		c.report(p.Path, "a time element with the day of datePublished", "the page has none first in its main part")
	}
}

// checkBreadcrumbs compares the data of breadcrumbs with the page, step by step.
func (c *checker) checkBreadcrumbs(p *Page, data map[string]any) {
	nav := p.breadcrumbs()
	if nav == nil {
		return // checkStructuredData reports it
	}
	steps := slices.Collect(elements(nav, "li"))
	items := list(data["itemListElement"])
	if len(items) != len(steps) {
		c.report(p.Path, fmt.Sprintf("%d, as the page shows", len(steps)),
			"the breadcrumbs' data has %d steps", len(items))
		return
	}
	for i, step := range steps {
		item := object(items[i])
		c.equal(p, "a breadcrumb's position", text(item["position"]), strconv.Itoa(i+1))
		c.equal(p, "a breadcrumb's name", item["name"], textOf(step))
		address, link := text(item["item"]), first(step, "a")
		switch {
		case link != nil:
			c.equal(p, "a breadcrumb's address", address, c.Base+attr(link, "href"))
		case i != len(steps)-1 && address != "":
			c.report(p.Path, "none, as on the page", "the breadcrumb %q leads to %s", textOf(step), address)
		case i == len(steps)-1 && address != "":
			c.equal(p, "the last breadcrumb's address", address, p.Canonical)
		}
	}
}

// checkList checks that the items are links in the page's main part, in the same order.
func (c *checker) checkList(p *Page, data map[string]any) {
	items := list(data["itemListElement"])
	c.equal(p, "the list's numberOfItems", text(data["numberOfItems"]), strconv.Itoa(len(items)))
	links := slices.Collect(elements(p.main, "a"))
	for i, value := range items {
		item := object(value)
		name, address := text(item["name"]), text(item["url"])
		c.equal(p, "an item's position", text(item["position"]), strconv.Itoa(i+1))
		at := slices.IndexFunc(links, func(a *html.Node) bool {
			return c.Base+attr(a, "href") == address && strings.TrimSpace(textOf(a)) == name
		})
		if at < 0 {
			c.report(p.Path, "a link of the page, in its order", "the list has the item %q at %s", name, address)
			continue
		}
		links = links[at+1:]
	}
}

// walk calls visit with the keys and values of all objects in a JSON value, except objects and lists.
func walk(key string, value any, visit func(key string, value any)) {
	switch v := value.(type) {
	case map[string]any:
		for k, item := range v {
			walk(k, item, visit)
		}
	case []any:
		for _, item := range v {
			walk(key, item, visit)
		}
	default:
		visit(key, v)
	}
}

// text is a JSON string or number as it was written; other values yield "".
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
	if items, ok := value.([]any); ok || value == nil {
		return items
	}
	return []any{value}
}
