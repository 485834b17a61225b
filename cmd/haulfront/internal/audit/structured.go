package audit

import (
	"fmt"
	"strings"
	"time"

	"haulfront/content"
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

// currency is that of all prices.
const currency = "USD"

// checkStructuredData compares a page's structured data with what the page shows, and wants the data that its kind has.
func (c *checker) checkStructuredData(p *Page) {
	report := c.at(p.Path)
	for _, message := range p.malformed {
		report("JSON", "the structured data is malformed: %s", message)
	}
	checks := map[string]func(*Page, map[string]any){
		typeBusiness: c.checkBusiness, typeWebsite: c.checkWebsite, typeService: c.checkService,
		typeBreadcrumbs: c.checkBreadcrumbs, typeArticle: c.checkArticle, typeFAQ: c.checkFAQ, typeList: c.checkList,
	}
	counts := map[string]int{}
	for _, data := range p.structured {
		kind, _ := data["@type"].(string)
		counts[kind]++
		check := checks[kind]
		if check == nil {
			report("a type that the check knows", "there is structured data of the type %q", kind)
			continue
		}
		if data["@context"] != content.SchemaContext {
			report(content.SchemaContext, "the context of the %s is %v", kind, data["@context"])
		}
		check(p, data)
	}
	wanted := map[string]bool{
		typeBusiness:    p.DescribesBusiness,
		typeBreadcrumbs: p.breadcrumbs() != nil,
		typeFAQ:         len(p.questions()) > 0,
	}
	for _, kind := range []string{typeWebsite, typeService, typeArticle, typeList} {
		wanted[kind] = p.Kind.Schema() == kind
	}
	for kind, want := range wanted {
		if n := counts[kind]; (n > 0) != want || n > 1 {
			report(map[bool]string{true: "1", false: "none"}[want], "the page has %d structured data of the type %s", n, kind)
		}
	}
}

// need reports which of the keys an object lacks.
func (c *checker) need(p *Page, kind string, data map[string]any, keys ...string) {
	for _, key := range keys {
		if value := data[key]; value == nil || value == "" {
			c.at(p.Path)("it", "the %s has no %s", kind, key)
		}
	}
}

// equal reports a value that is not the one that the page shows.
func (c *checker) equal(p *Page, what string, got any, want string) {
	if got != want {
		c.at(p.Path)(fmt.Sprintf("%q, as on the page", want), "%s is %q", what, got)
	}
}

// shown reports a text that the page does not show.
func (c *checker) shown(p *Page, what, text string) {
	if text = singleSpaced(text); text == "" || !strings.Contains(p.bodyText, text) {
		c.at(p.Path)("what the page shows", "%s is %q, which the page does not show", what, text)
	}
}

// checkBusiness compares the company's data with the page, and the towns that it serves with the home page.
func (c *checker) checkBusiness(p *Page, data map[string]any) {
	report := c.at(p.Path)
	c.need(p, typeBusiness, data, "name", "url", "telephone", "description", "image", "priceRange", "areaServed", "openingHoursSpecification")
	c.equal(p, "the company's @id", data["@id"], c.Base+content.BusinessID)
	c.equal(p, "the company's url", data["url"], c.Base+"/")
	c.equal(p, "the company's name", data["name"], p.SiteName)
	c.shown(p, "the company's name", text(data["name"]))
	if email := text(data["email"]); email != "" {
		c.shown(p, "the company's e-mail address", email)
	}
	// The country code stands before the number as it is shown.
	c.shown(p, "the company's telephone", strings.TrimPrefix(text(data["telephone"]), "+1 "))
	c.checkFile(p, "company's image", text(data["image"]))
	for _, hours := range list(data["openingHoursSpecification"]) {
		brief, long := hoursText(object(hours))
		if !strings.Contains(p.bodyText, brief) && !strings.Contains(p.bodyText, long) {
			report("what the page shows", "the company's hours are %q, which the page does not show", long)
		}
	}
	// A city's page shows the cities alone; the home page shows every town.
	towns := p
	if home := c.byPath["/"]; home != nil {
		towns = home
	}
	for _, town := range list(data["areaServed"]) {
		c.shown(towns, "a town that the company serves", text(object(town)["name"]))
	}
	if rating := object(data["aggregateRating"]); rating != nil {
		c.shown(p, "the company's rating", fmt.Sprintf("%v out of 5", rating["ratingValue"]))
		c.shown(p, "the number of reviews", fmt.Sprintf("%v reviews", rating["reviewCount"]))
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

func (c *checker) checkWebsite(p *Page, data map[string]any) {
	c.equal(p, "the site's @id", data["@id"], c.Base+content.WebsiteID)
	c.equal(p, "the site's url", data["url"], c.Base+"/")
	c.equal(p, "the site's name", data["name"], p.SiteName)
	c.equal(p, "the site's publisher", object(data["publisher"])["@id"], c.Base+content.BusinessID)
}
