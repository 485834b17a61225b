package audit

import (
	"regexp"

	"golang.org/x/net/html"
)

// breadcrumbs is the navigation that leads to the page and names it, nil where there is none. Menus mark the current
// page too, but as a link.
func (p *Page) breadcrumbs() *html.Node {
	for nav := range elements(p.root, "nav") {
		for n := range elements(nav) {
			if n.Data != "a" && attr(n, "aria-current") == "page" {
				return nav
			}
		}
	}
	return nil
}

// question is a question and its answer, as the page shows them.
type question struct{ question, answer string }

// questions are those of the page's accordions: regions that are named by the button in a heading that opens them
// (https://www.w3.org/WAI/ARIA/apg/patterns/accordion/).
func (p *Page) questions() (list []question) {
	buttons := map[string]*html.Node{}
	for heading := range elements(p.main, headings...) {
		if button := first(heading, "button"); button != nil && attr(button, "aria-expanded") != "" {
			buttons[attr(button, "id")] = button
		}
	}
	for n := range elements(p.main) {
		if button := buttons[attr(n, "aria-labelledby")]; button != nil && attr(n, "role") == "region" {
			list = append(list, question{textOf(button), textOf(n)})
		}
	}
	return list
}

// listedPrice is an amount of a price list; a plus after it leaves the upper end open.
var listedPrice = regexp.MustCompile(`(\$\d{1,3}(?:,\d{3})*)(\+?)`)

// listedPrices are the amounts in the page's description lists, without those that are no bound: "$1,500–$5,000+" has
// no highest price.
func (p *Page) listedPrices() (figures []string) {
	for price := range elements(p.main, "dd") {
		for i, match := range listedPrice.FindAllStringSubmatch(textOf(price), -1) {
			if i == 0 || match[2] == "" {
				figures = append(figures, match[1])
			}
		}
	}
	return figures
}
