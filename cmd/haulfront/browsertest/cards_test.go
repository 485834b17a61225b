package browsertest

import (
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// A click anywhere on a card leads to its page, pictures and prices included; screen readers and the keyboard meet one
// link in each card.
func TestCardsAreLinks(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	words, info, article, rows := program.Words(), content.BuildInfo{}, program.First(content.KindArticle), 0
	blog, all := content.PageOf[content.BlogPage](words, info, "/blog"), program.First(content.KindLocations)
	cities := content.PageOf[content.LocationsPage](words, info, all).Cities.Items
	for _, category := range content.PageOf[content.ServicesPage](words, info, "/services").Categories {
		rows += len(category.Services)
	}
	for _, test := range []struct {
		path, card, parts string
		cards             int
	}{
		{"/blog", ".BlogCard", "img, h2, p:last-of-type", len(blog.Teasers)},
		{article, ".BlogCard", "img, h2", len(content.PageOf[content.ArticlePage](words, info, article).More)},
		{"/services", ".ServicePrices-row", "h3, .ServicePrices-price, .ServicePrices-about", rows},
		{all, ".SceneCards-card", "img, h3, .SceneCards-fact", len(cities)},
	} {
		b.open(site.URL + test.path)
		equal(t, "cards of "+test.path+":", eval[int](b, `document.querySelectorAll(%s).length`, test.card), test.cards)
		for _, wrong := range eval[[]string](b, `[...document.querySelectorAll(%s)].flatMap((card) => {
			const links = [...card.querySelectorAll("a")]
				.filter((a) => !a.closest("[aria-hidden=true]") && a.tabIndex >= 0);
			const link = card.querySelector("a:not([aria-hidden])");
			const wrong = links.length === 1 ? [] : [links.length + " links in " + card.textContent];
			for (const part of card.querySelectorAll(%s)) {
				part.scrollIntoView({block: "center", behavior: "instant"});
				const {left, top, width, height} = part.getBoundingClientRect();
				const clicked = document.elementFromPoint(left + width / 2, top + height / 2)?.closest("a");
				if (clicked?.href !== link?.href) {
					wrong.push(part.tagName + " in " + link?.textContent + " leads to " + clicked?.href);
				}
			}
			return wrong;
		})`, test.card, test.parts) {
			t.Errorf("%s: %s", test.path, wrong)
		}
	}
	b.wantNoProblems()
}
