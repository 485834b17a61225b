package seo

import (
	"fmt"
	"strings"

	"haulfront/content"
)

// Guide is the site for language models, as https://llmstxt.org describes it: what the company does, how to reach it,
// what it costs, and every page with its own description. All facts are those that the home page shows.
func Guide(base string, home content.HomePage, pages []*Page) []byte {
	var out strings.Builder
	brand := home.Layout.Brand
	fmt.Fprintf(&out, "# %s\n\n> %s\n\n", brand.Name, home.Layout.Meta.Description)
	fmt.Fprintf(&out, "- Phone: %s\n- E-mail: %s\n", brand.Phone.Label, brand.Email.Label)
	for _, line := range home.Layout.Footer.ContactLines {
		fmt.Fprintf(&out, "- %s\n", line)
	}
	for _, reason := range home.Why.Reasons {
		fmt.Fprintf(&out, "- %s: %s\n", reason.Title, reason.Text)
	}
	out.WriteByte('\n')
	for _, item := range home.FAQ.List.Items {
		fmt.Fprintf(&out, "**%s** %s\n\n", item.Question, item.Answer)
	}

	byPath := map[string]*Page{}
	for _, p := range pages {
		byPath[p.Path] = p
	}
	entry := func(name, path, price string) string {
		p := byPath[path]
		if p == nil {
			return ""
		}
		if price != "" {
			price += ". "
		}
		return fmt.Sprintf("- [%s](%s): %s%s\n", name, p.Canonical, price, p.Description)
	}
	section := func(title string, entries []string) {
		if text := strings.Join(entries, ""); text != "" {
			fmt.Fprintf(&out, "## %s\n\n%s\n", title, text)
		}
	}

	var start, cities, articles []string
	for _, p := range pages {
		switch p.Kind {
		case content.KindHome, content.KindServices, content.KindLocations, content.KindGetQuote, content.KindBlog:
			start = append(start, entry(p.Heading, p.Path, ""))
		}
	}
	section("Start here", start)
	for _, category := range home.Services.Categories {
		entries := []string{entry(category.Name, category.Href, "")}
		for _, service := range category.Services {
			entries = append(entries, entry(service.Name, service.Href, service.Price))
		}
		section(category.Name, entries)
	}
	for _, city := range home.Area.Cities {
		cities = append(cities, entry(city.Label, city.Href, ""))
	}
	for _, article := range home.Blog.Teasers {
		articles = append(articles, entry(article.Title, article.Href, ""))
	}
	section(home.Layout.Footer.LocationsTitle, cities)
	section("Articles", articles)
	return []byte(strings.TrimRight(out.String(), "\n") + "\n")
}
