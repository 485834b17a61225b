package browsertest

import (
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// A card that is pressed anywhere leads to its page, picture and price included, and whoever hears the page or goes
// through it with the keyboard meets one link in each.
func TestCardsAreLinks(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	words, info, article, rows := program.Words(), content.BuildInfo{}, program.First(content.KindArticle), 0
	for _, category := range words.Services(info).Categories {
		rows += len(category.Services)
	}
	for _, test := range []struct {
		path, card, press string
		cards             int
	}{
		{"/blog", ".BlogCard", "img, h2, p:last-of-type", len(words.Blog(info).Teasers)},
		{article, ".BlogCard", "img, h2", len(words.Article(info, strings.TrimPrefix(article, "/blog/")).More)},
		{"/services", ".ServicePrices-row", "h3, .ServicePrices-price, .ServicePrices-about", rows},
		{"/locations", ".SceneCards-card", "img, h3, .SceneCards-fact", len(words.Locations(info).Cities.Items)},
	} {
		b.open(site.URL + test.path)
		if n := eval[int](b, `document.querySelectorAll(%s).length`, test.card); n != test.cards {
			t.Errorf("%s has %d cards, want %d", test.path, n, test.cards)
		}
		// What lies on top of the middle of each part is what a press there meets.
		dead := eval[[]string](b, `[...document.querySelectorAll(%s)].flatMap((card) => {
			const link = card.querySelector("a:not([aria-hidden])");
			const links = [...card.querySelectorAll("a")].filter((a) => !a.closest("[aria-hidden=true]") && a.tabIndex >= 0);
			const wrong = links.length === 1 ? [] : [links.length + " links in " + card.textContent];
			for (const part of card.querySelectorAll(%s)) {
				part.scrollIntoView({block: "center", behavior: "instant"});
				const box = part.getBoundingClientRect();
				const met = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest("a");
				if (met?.href !== link?.href) wrong.push(part.tagName + " in " + link?.textContent + " leads to " + met?.href);
			}
			return wrong;
		})`, test.card, test.press)
		for _, d := range dead {
			t.Errorf("%s: %s", test.path, d)
		}
	}
	b.wantNoProblems()
}
