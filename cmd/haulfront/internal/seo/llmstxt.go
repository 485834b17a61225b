package seo

import (
	"fmt"
	"strings"

	"haulfront/content"
)

// LLMsTxt is the site for language models, as https://llmstxt.org describes it: what the company does, how to reach
// it, what it costs, and every page with its own description. All facts are those that the home page shows; estimates
// says what addresses the estimator has.
func LLMsTxt(base string, home content.HomePage, estimates string, pages []content.PageSummary) []byte {
	w := &llmsWriter{base: base, pages: map[string]content.PageSummary{}}
	for _, p := range pages {
		w.pages[p.Path] = p
	}
	w.company(home)
	lists := map[content.Section][]string{}
	for _, p := range pages {
		lists[p.Kind.Section()] = append(lists[p.Kind.Section()], w.entry(p.Heading, p.Path, ""))
	}
	w.section("Start here", lists[content.SectionStart])
	if estimates != "" {
		fmt.Fprintf(&w.out, "%s\n\n", estimates)
	}
	for _, category := range home.Services.Categories {
		entries := []string{w.entry(category.Name, category.Href, "")}
		for _, service := range category.Services {
			entries = append(entries, w.entry(service.Name, service.Href, service.Price))
		}
		w.section(category.Name, entries)
	}
	w.section(home.Layout.Footer.LocationsTitle, lists[content.SectionCities])
	w.section("Articles", lists[content.SectionArticles])
	w.section("Legal", lists[content.SectionLegal])
	return []byte(strings.TrimRight(w.out.String(), "\n") + "\n")
}

// llmsWriter writes an llms.txt.
type llmsWriter struct {
	base  string
	pages map[string]content.PageSummary
	out   strings.Builder
}

// company writes what stands above the lists of pages.
func (w *llmsWriter) company(home content.HomePage) {
	brand := home.Layout.Brand
	fmt.Fprintf(&w.out, "# %s\n\n> %s\n\n", brand.Name, home.Layout.Meta.Description)
	fmt.Fprintf(&w.out, "- Phone: %s\n- E-mail: %s\n", brand.Phone.Label, brand.Email.Label)
	for _, line := range home.Layout.Footer.ContactLines {
		fmt.Fprintf(&w.out, "- %s\n", line)
	}
	for _, reason := range home.Why.Reasons {
		fmt.Fprintf(&w.out, "- %s: %s\n", reason.Title, reason.Text)
	}
	w.out.WriteByte('\n')
	for _, item := range home.FAQ.List.Items {
		fmt.Fprintf(&w.out, "**%s** %s\n\n", item.Question, item.Answer)
	}
}

// entry is the line of the page at path, empty where there is no such page.
func (w *llmsWriter) entry(name, path, price string) string {
	p, ok := w.pages[path]
	if !ok {
		return ""
	}
	if price != "" {
		price += ". "
	}
	return fmt.Sprintf("- [%s](%s): %s%s\n", name, w.base+path, price, p.Description)
}

// section writes a list under a heading, nothing where the list is empty.
func (w *llmsWriter) section(title string, entries []string) {
	if text := strings.Join(entries, ""); text != "" {
		fmt.Fprintf(&w.out, "## %s\n\n%s\n", title, text)
	}
}
