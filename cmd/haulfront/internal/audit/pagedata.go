package audit

import (
	"strconv"
	"time"

	"haulfront/content"
)

// checkService compares a service's data with the page: every offer's price is shown, and every price of the page's
// price list is offered.
func (c *checker) checkService(p *Page, data map[string]any) {
	c.need(p, typeService, data, "name", "provider", "areaServed")
	c.shown(p, "the service's name", text(data["name"]))
	c.equal(p, "the service's provider", object(data["provider"])["@id"], c.Base+content.BusinessID)
	if address, ok := data["url"]; ok {
		c.equal(p, "the service's url", address, p.Canonical)
	}
	offered := map[string]bool{}
	for key, value := range leaves(data["offers"]) {
		switch key {
		case "price", "minPrice", "maxPrice", "lowPrice", "highPrice":
			dollars, err := strconv.Atoi(text(value))
			figure := content.Dollars(dollars)
			if err != nil || !hasFigure(p.mainText, figure) {
				c.at(p.Path)("a price that the page shows", "an offer's %s is %v", key, value)
			}
			offered[figure] = true
		case "priceCurrency":
			c.equal(p, "an offer's currency", value, currency)
		case "name":
			c.shown(p, "an offer's name", text(value))
		}
	}
	for _, figure := range p.listedPrices() {
		if !offered[figure] {
			c.at(p.Path)("an offer for every price of the list", "the price list has %s, and no offer has it", figure)
		}
	}
}

// checkArticle compares an article's data with the page.
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
		c.at(p.Path)("a day such as 2025-03-15", "the article's datePublished is %v", data["datePublished"])
		return
	}
	c.shown(p, "the article's datePublished", day.Format("January 2, 2006"))
	if stamp := first(p.main, "time"); stamp == nil || attr(stamp, "datetime") != day.Format(time.DateOnly) {
		c.at(p.Path)("a time element with the day of datePublished", "the page has none first in its main part")
	}
}
