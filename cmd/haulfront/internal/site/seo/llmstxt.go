package seo

import (
	"fmt"
	"strings"

	"haulfront/content"
)

// LLMsTxt is the site for language models (https://llmstxt.org): the company, its contacts and prices, and every page
// with its description. All facts are on the home page; estimates describes the addresses of the estimator.
func LLMsTxt(base string, home content.HomePage, estimates string, pages []content.PageSummary) []byte {
	w := &llmsWriter{base: base, pages: map[string]content.PageSummary{}}
	for _, p := range pages {
		w.pages[p.Path] = p
	}
	w.company(home)
	lists := map[content.Section][]string{}
	for _, p := range pages {
		lists[p.Kind.Row().Section] = append(lists[p.Kind.Row().Section], w.entry(p.Heading, p.Path, ""))
	}
	w.section(content.SectionHeadings[content.SectionStart], lists[content.SectionStart])
	if estimates != "" {
		fmt.Fprintf(&w.out, "%s\n\n", estimates)
	}
	for _, category := range home.Services.Categories {
		var entries []string
		paged := w.pages[category.Href].Kind == content.KindCategory // that of a single service has none
		if paged {
			entries = append(entries, w.entry(category.Name, category.Href, ""))
		}
		for _, service := range category.Services {
			if !paged || service.Href != category.Href {
				entries = append(entries, w.entry(service.Label, service.Href, service.Price))
			}
		}
		w.section(category.Name, entries)
	}
	w.section(home.Layout.Footer.LocationsTitle, lists[content.SectionCities])
	for section := content.SectionCities + 1; int(section) < len(content.SectionHeadings); section++ {
		w.section(content.SectionHeadings[section], lists[section])
	}
	return []byte(strings.TrimRight(w.out.String(), "\n") + "\n")
}

// llmsWriter writes an llms.txt.
type llmsWriter struct {
	base  string
	pages map[string]content.PageSummary
	out   strings.Builder
}

// company writes the part before the lists of pages.
func (w *llmsWriter) company(home content.HomePage) {
	brand := home.Layout.Brand
	fmt.Fprintf(&w.out, "# %s\n\n> %s\n\n", brand.Name, home.Layout.Meta.Description)
	fmt.Fprintf(&w.out, "- Phone: %s\n- Email: %s\n", brand.Phone.Label, brand.Email.Label)
	for _, line := range home.Layout.Footer.ContactLines {
		fmt.Fprintf(&w.out, "- %s\n", line)
	}
	for _, reason := range home.Why.Reasons {
		fmt.Fprintf(&w.out, "- %s: %s\n", reason.Title, reason.Text)
	}
	w.out.WriteByte('\n')
	for _, item := range home.FAQ.Items {
		fmt.Fprintf(&w.out, "**%s** %s\n\n", item.Question, item.Answer)
	}
}

// entry is the line of the page at path, empty if there is no such page.
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

// section writes a list under a heading; it omits an empty list.
func (w *llmsWriter) section(title string, entries []string) {
	if text := strings.Join(entries, ""); text != "" {
		fmt.Fprintf(&w.out, "## %s\n\n%s\n", title, text)
	}
}
