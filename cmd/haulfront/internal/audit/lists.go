package audit

import (
	"fmt"
	"slices"
	"strconv"

	"golang.org/x/net/html"
)

// checkBreadcrumbs compares the data of breadcrumbs with the page, step by step.
func (c *checker) checkBreadcrumbs(p *Page, data map[string]any) {
	report := c.at(p.Path)
	nav := p.breadcrumbs()
	if nav == nil {
		return // checkStructuredData reports it
	}
	steps := slices.Collect(elements(nav, "li"))
	items := list(data["itemListElement"])
	if len(items) != len(steps) {
		report(fmt.Sprintf("%d, as the page shows", len(steps)), "the breadcrumbs' data has %d steps", len(items))
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
			report("none, as on the page", "the breadcrumb %q leads to %s", textOf(step), address)
		case i == len(steps)-1 && address != "":
			c.equal(p, "the last breadcrumb's address", address, p.Canonical)
		}
	}
}

// checkFAQ compares the data of questions with the page, word for word.
func (c *checker) checkFAQ(p *Page, data map[string]any) {
	items, questions := p.questions(), list(data["mainEntity"])
	if len(items) != len(questions) {
		c.at(p.Path)(fmt.Sprintf("%d, as the page shows", len(items)), "the FAQ's data has %d questions", len(questions))
		return
	}
	for i, item := range items {
		question := object(questions[i])
		c.equal(p, "a question", singleSpaced(text(question["name"])), item.question)
		c.equal(p, "an answer", singleSpaced(text(object(question["acceptedAnswer"])["text"])), item.answer)
	}
}

// checkList wants a list whose items are links of the page's main part, in its order.
func (c *checker) checkList(p *Page, data map[string]any) {
	report := c.at(p.Path)
	items := list(data["itemListElement"])
	c.equal(p, "the list's numberOfItems", text(data["numberOfItems"]), strconv.Itoa(len(items)))
	links := slices.Collect(elements(p.main, "a"))
	for i, value := range items {
		item := object(value)
		name, address := text(item["name"]), text(item["url"])
		c.equal(p, "an item's position", text(item["position"]), strconv.Itoa(i+1))
		at := slices.IndexFunc(links, func(a *html.Node) bool { return c.Base+attr(a, "href") == address && textOf(a) == name })
		if at < 0 {
			report("a link of the page, in its order", "the list has the item %q at %s", name, address)
			continue
		}
		links = links[at+1:]
	}
}
