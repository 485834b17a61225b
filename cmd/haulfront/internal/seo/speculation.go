package seo

import "encoding/json"

// SpeculationRulesHeader is the value of the header Speculation-Rules that every page is served with. A header needs no
// exception from the content security policy, as rules inside the page would.
const SpeculationRulesHeader = `"` + SpeculationRulesPath + `"`

// speculationRulesType is the only media type under which browsers take speculation rules
// (https://wicg.github.io/nav-speculation/speculation-rules.html#speculation-rules-header).
const speculationRulesType = "application/speculationrules+json"

// rule is one rule of https://wicg.github.io/nav-speculation/speculation-rules.html.
type rule struct {
	Source    string    `json:"source"`
	Where     predicate `json:"where"`
	Eagerness string    `json:"eagerness"`
}

type predicate struct {
	And      []predicate `json:"and,omitempty"`
	Not      *predicate  `json:"not,omitempty"`
	Href     any         `json:"href_matches,omitempty"`
	Selector string      `json:"selector_matches,omitempty"`
}

// SpeculationRules lets browsers prerender a page of the site when a visitor is likely to go there: when the pointer rests on a
// link for a moment, or presses it. Only pages are prerendered: no address that takes posts, no file, nothing with a query, and
// no jump within the page.
func SpeculationRules() []byte {
	document, err := json.Marshal(map[string][]rule{"prerender": {{
		Source: "document",
		Where: predicate{And: []predicate{
			{Href: "/*"},
			{Not: &predicate{Href: []string{"/quote", "/pageview", "/assets/*", "/*.xml", "/*.txt", "/*.json", `/*\?(.+)`}}},
			{Not: &predicate{Selector: `[href^="#"], [download], [target]`}},
		}},
		Eagerness: "moderate",
	}}})
	if err != nil {
		panic("seo: speculation rules: " + err.Error())
	}
	return document
}
