package audit

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/content"
)

const testBase = "https://www.example.com"

// testFiles are the pages of a valid site, with their summaries.
var testFiles = []struct {
	file string
	content.PageSummary
}{
	{"home.html", summary(content.Route{Path: "/", Kind: content.KindHome, DescribesBusiness: true}, "We haul it",
		"home page")},
	{"article.html", content.PageSummary{
		Route: content.Route{Path: "/blog/costs", Kind: content.KindArticle, Slug: "costs"}, Heading: "What it costs",
		Description: descriptionOf("article's page"), Published: "2025-03-15",
	}},
	{"service.html", summary(content.Route{Path: "/services/sofas", Kind: content.KindService, Slug: "sofas"},
		"Sofas go", "service's page")},
	{"city.html", summary(content.Route{Path: "/locations/dallas", Kind: content.KindCity, Slug: "dallas",
		DescribesBusiness: true}, "Dallas", "city's page")},
	{"services.html", summary(content.Route{Path: "/services", Kind: content.KindServices}, "All services",
		"page of all services")},
	{"notfound.html", content.PageSummary{Route: content.Route{Path: "/404.html"}}},
}

func summary(r content.Route, heading, page string) content.PageSummary {
	return content.PageSummary{Route: r, Heading: heading, Description: descriptionOf(page)}
}

func descriptionOf(page string) string {
	return "A description of the " + page + ", which is as long as a description has to be."
}

// edit changes a file of the site: the first old becomes new.
type edit struct{ file, old, new string }

func (e edit) apply(t *testing.T, file, text string) string {
	t.Helper()
	if e.file != file {
		return text
	}
	changed := strings.Replace(text, e.old, e.new, 1)
	if changed == text {
		t.Fatalf("%s has no %q to change", file, e.old)
	}
	return changed
}

// snapshot reads the site, with a file changed, and writes its documents.
func snapshot(t *testing.T, e edit) *Snapshot {
	t.Helper()
	return limitedSnapshot(t, e, seo.ProtocolLimits)
}

// limitedSnapshot is snapshot with other limits of a sitemap's file.
func limitedSnapshot(t *testing.T, e edit, limits seo.SitemapLimits) *Snapshot {
	t.Helper()
	s := &Snapshot{
		Base: testBase, Forms: []string{"/quote"},
		Serves: func(path string) bool {
			return strings.HasPrefix(path, "/assets/") &&
				!strings.Contains(path, "gone")
		},
	}
	var summaries []content.PageSummary
	for _, f := range testFiles {
		data, err := os.ReadFile("testdata/" + f.file)
		if err != nil {
			t.Fatal(err)
		}
		page, err := Read(f.Route, []byte(e.apply(t, f.file, string(data))))
		if err != nil {
			t.Fatal(err)
		}
		s.Pages = append(s.Pages, page)
		if f.Kind != "" {
			summaries = append(summaries, f.PageSummary)
		}
	}
	s.Digests = map[string]string{}
	for _, page := range summaries {
		s.Digests[page.Path] = "5a1e" + page.Slug
	}
	s.LastMod = seo.LastMod{}.Update(s.Digests, "2025-10-05")
	feed, err := seo.Feed(testBase, "Acme Hauling", summaries, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	s.Documents = map[string][]byte{
		seo.RobotsPath: seo.Robots(testBase), seo.FeedPath: feed,
		seo.LLMsTxtPath: seo.LLMsTxt(testBase, testHome(), "", summaries),
	}
	for _, d := range seo.Sitemaps(testBase, summaries, func() seo.LastMod { return s.LastMod }, limits) {
		s.Documents[d.Path] = d.Body()
	}
	for path, body := range s.Documents {
		s.Documents[path] = []byte(e.apply(t, path, string(body)))
	}
	if e.file == seo.LastModFile {
		files := fstest.MapFS{e.file: {Data: []byte(e.apply(t, e.file, string(s.LastMod.Encode())))}}
		if s.LastMod, err = seo.ReadLastMod(files); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// testHome is the part of the home page in llms.txt.
func testHome() content.HomePage {
	home := content.HomePage{
		Services: content.ServicesSection{Categories: []content.CategoryCard{{
			Name: "At home", Href: "/services/residential",
			Services: []content.PricedService{{Name: "Sofas", Href: "/services/sofas", Price: "$99–$5,000+"}},
		}}},
		FAQ: content.FAQSection{List: content.FAQIsland{Items: []content.FAQItem{{Question: "How much?",
			Answer: "Sofas are $99–$1,500."}}}},
	}
	home.Layout.Brand.Name = "Acme Hauling"
	home.Layout.Brand.Phone.Label = "(214) 555-0100"
	home.Layout.Footer.LocationsTitle = "Where we work"
	return home
}

func TestCheckFindsNothingOnAGoodSite(t *testing.T) {
	if err := Check(snapshot(t, edit{})); err != nil {
		t.Errorf("Check = %v, want nil", err)
	}
}

// A sitemap that is split is read like one that is not.
func TestCheckReadsSplitSitemaps(t *testing.T) {
	limits := seo.SitemapLimits{URLs: 2, Bytes: 1 << 20}
	if err := Check(limitedSnapshot(t, edit{}, limits)); err != nil {
		t.Errorf("Check = %v, want nil", err)
	}
	for _, test := range []struct {
		edit
		want string
	}{
		{edit{seo.SitemapPath, `/sitemap-2.xml`, `/sitemap-4.xml`},
			`/sitemap.xml: https://www.example.com/sitemap-4.xml is not served; wanted a sitemap of this site`},
		{edit{seo.SitemapPath, `<lastmod>`, `<priority>1</priority><lastmod>`},
			`/sitemap.xml: the file has other elements, or another order; wanted a loc and a lastmod in each sitemap`},
		{edit{"/sitemap-1.xml", `<lastmod>`, `<priority>1</priority><lastmod>`},
			`/sitemap-1.xml: the file has other elements`},
		{edit{"/sitemap-2.xml", `<loc>https://www.example.com/services/sofas</loc>`,
			`<loc>https://www.example.com/</loc>`}, `/sitemap-2.xml: https://www.example.com/ is listed twice`},
	} {
		err := Check(limitedSnapshot(t, test.edit, limits))
		if !slices.ContainsFunc(diagnostics(err),
			func(d *Diagnostic) bool { return strings.HasPrefix(d.Error(), test.want) }) {
			t.Errorf("%s with %q = %v, want %q", test.file, test.new, err, test.want)
		}
	}
}

func TestCheck(t *testing.T) {
	const home, service, article, city, services, missing = "home.html", "service.html", "article.html", "city.html",
		"services.html", "notfound.html"
	for _, test := range []struct {
		edit
		// want is the whole diagnostic, or its beginning.
		want string
	}{
		// The head.
		{edit{home, "<title>Hauling in Dallas</title>", ""}, `/: the title "" has 0 characters; wanted 1 to 60`},
		{edit{home, "<title>", "<title>" + strings.Repeat("x", 60)}, `/: the title "xxx`},
		{edit{home, "<title>Hauling in Dallas", "<title>Sofa removal in Dallas"},
			`/services/sofas: the title "Sofa removal in Dallas" is that of / too; wanted one of its own`},
		{edit{home, `name="description" content="A description`, `name="description" content="`},
			`/: og:description is "A description`},
		{edit{home, `name="description" content="A description of the home page, which is as long as`,
			`name="description" content="x`},
			`/: the description "x a description has to be." has 26 characters; wanted 70 to 160`},
		{edit{home, `name="description" content="A description of the home`,
			`name="description" content="A description of the city's`},
			`/locations/dallas: the description "A description of the city's page, which is as long`},
		{edit{service, `name="description" content="A description of the service's page, which is`,
			`name="description" content="A description of the service's page for $15, which is`},
			`/services/sofas: the description says $15; wanted a figure that the page shows`},
		{edit{service, `rel="canonical" href="https://www.example.com/services/sofas"`,
			`rel="canonical" href="https://www.example.com/services/sofas/"`},
			`/services/sofas: the canonical address is "https://www.example.com/services/sofas/"; wanted https://`},
		{edit{home, `<link rel="canonical"`,
			`<link rel="canonical" href="https://www.example.com/x"><link rel="canonical"`},
			`/: there are 2 canonical addresses; wanted 1`},
		{edit{home, `lang="en"`, ``}, `/: the html element's language is ""; wanted lang="en"`},
		{edit{home, `initial-scale=1`, `maximum-scale=1`}, `/: the viewport is`},
		{edit{home, `<title>`, `<meta name="robots" content="noindex"><title>`},
			`/: the page says "noindex" to robots; wanted a page that search engines may list`},
		{edit{missing, `content="noindex"`, `content="all"`},
			`/404.html: the page says "all" to robots; wanted noindex`},
		{edit{missing, `<title>`, `<link rel="canonical" href="https://www.example.com/404.html"><title>`},
			`/404.html: the page has the canonical address`},
		{edit{home, `og:type" content="website"`, `og:type" content="article"`},
			`/: og:type is "article"; wanted website`},
		{edit{home, `og:url`, `og:nothing`}, `/: og:url is ""; wanted https://www.example.com/`},
		{edit{article, `og:locale`, `og:nothing`}, `/blog/costs: og:locale is missing`},
		{edit{home, `twitter:title" content="Hauling`, `twitter:title" content="Haul`},
			`/: twitter:title is "Haul in Dallas"; wanted Hauling in Dallas`},
		{edit{home, `og:image" content="https://www.example.com/assets/card.png"`,
			`og:image" content="/assets/card.png"`}, `/: og:image is "/assets/card.png"; wanted the absolute address`},
		{edit{home, `og:image" content="https://www.example.com/assets/card.png"`,
			`og:image" content="https://www.example.com/assets/gone.png"`},
			`/: og:image is "https://www.example.com/assets/gone.png"`},
		{edit{home, `content="630"`, `content="600"`}, `/: og:image:height is "600"; wanted 630`},
		{edit{home, `og:image:alt`, `og:nothing`}, `/: og:image:alt is missing`},
		{edit{home, `og:image"`, `og:nothing"`}, `/: the page has no og:image; wanted one as the other pages have`},
		// Headings, ids, pictures, policy.
		{edit{home, `<h1>We haul it</h1>`, `<h1>We haul it</h1><h1>Again</h1>`},
			`/: there are 2 h1; wanted exactly one`},
		{edit{city, `<h1>Dallas</h1>`, ``}, `/locations/dallas: there are 0 h1; wanted exactly one`},
		{edit{home, `<h2 id="faq">Questions</h2>`, `<h4 id="faq">Questions</h4>`},
			`/: the heading "Questions" is an h4; wanted a level of at most 2`},
		{edit{home, `<h2 id="faq">Questions</h2>`, `<h2 id="faq"></h2>`}, `/: an h2 is empty; wanted text in it`},
		{edit{home, `id="name"`, `id="contact"`}, `/: 2 elements have the id "contact"`},
		{edit{home, ` alt="A truck" width`, ` width`}, `/: the picture /assets/truck.svg has no alt`},
		{edit{home, `width="400"`, ``}, `/: the picture /assets/truck.svg has the width ""; wanted its pixels`},
		{edit{home, `height="300"`, `height="auto"`},
			`/: the picture /assets/truck.svg has the height "auto"; wanted its pixels`},
		{edit{home, `<h1>We haul it</h1>`,
			`<div><h1>We haul it</h1><img src="/assets/van.svg" alt="" width="4" height="3" loading="lazy"></div>`},
			`/: the picture /assets/van.svg stands beside the h1 and is lazy`},
		{edit{home, `<h1>`, `<h1 style="color:red">`}, `/: a h1 has the style "color:red"; wanted a class`},
		{edit{home, `<h1>`, `<h1 onclick="x()">`}, `/: a h1 has the handler onclick`},
		{edit{home, `href="https://maps.example/"`, `href="javascript:alert(1)"`},
			`/: a a has the href "javascript:alert(1)"`},
		{edit{home, `</head>`, `<style>h1{}</style></head>`}, `/: the page has a style element`},
		{edit{home, `</head>`, `<script>x()</script></head>`}, `/: a script of type "" stands in the page`},
		{edit{home, `<h1>`, `<iframe src="https://maps.example/"></iframe><h1>`}, `/: the page has an iframe`},
		// Links.
		{edit{home, `<a href="/services/sofas">`, `<a href="/services/chairs">`},
			`/: the link "/services/chairs" leads nowhere`},
		{edit{home, `<a href="/services/sofas">`, `<a href="/404.html">`}, `/: the link "/404.html" leads nowhere`},
		{edit{home, `<a href="/services/sofas">`, `<a href="services/sofas">`},
			`/: the link "services/sofas" leads nowhere`},
		{edit{service, `href="/#faq"`, `href="/#questions"`},
			`/services/sofas: the link "/#questions" leads to no part of /; wanted the id of an element there`},
		{edit{city, `href="#contact"`, `href="#write"`},
			`/locations/dallas: the link "#write" leads to no part of /locations/dallas`},
		{edit{city, `href="#contact"`, `href="#"`}, `/locations/dallas: the link "#" leads to no part`},
		{edit{city, `href="tel:2145550100"`, `href="tel:(214) 555-0100"`},
			`/locations/dallas: the link is "tel:(214) 555-0100"; wanted digits alone`},
		{edit{home, `href="https://maps.example/"`, `href="http://maps.example/"`},
			`/: the link is "http://maps.example/"`},
		{edit{home, `href="#faq"`, `href="#gone"`}, `/: the link "#gone" leads to no part of /`},
		{edit{home, `aria-controls="answer"`, `aria-controls="reply"`},
			`/: a button has the aria-controls "reply"; wanted the id of an element of the page`},
		{edit{home, `<label for="name">`, `<label for="nam">`}, `/: a label has the for "nam"`},
		{edit{home, `action="/quote"`, `action="/mail"`}, `/: a form leads to "/mail"; wanted one of /quote`},
		{edit{home, `src="/assets/site.js"`, `src="https://cdn.example/site.js"`},
			`/: the script "https://cdn.example/site.js" is not served`},
		{edit{home, `href="/assets/site.css"`, `href="/assets/gone.css"`},
			`/: the link stylesheet "/assets/gone.css" is not served`},
		{edit{home, `src="/assets/truck.svg"`, `src="/assets/gone.svg"`},
			`/: the img "/assets/gone.svg" is not served`},
		{edit{home, `/assets/card.png 2x`, `/assets/gone.png 2x`}, `/: the srcset "/assets/gone.png" is not served`},
		// Structured data against its page.
		{edit{home, `{"@context":"https://schema.org","@type":"WebSite"`, `{"@context"`},
			`/: the structured data is malformed`},
		{edit{home, `"@context":"https://schema.org","@type":"WebSite"`,
			`"@context":"http://schema.org","@type":"WebSite"`}, `/: the context of the WebSite is http://schema.org`},
		{edit{home, `"@type":"WebSite"`, `"@type":"Website"`}, `/: there is structured data of the type "Website"`},
		{edit{home, `"@type":"WebSite"`, `"@type":"FAQPage"`},
			`/: the page has 0 structured data of the type WebSite; wanted 1`},
		{edit{home, `#website`, `#site`}, `/: the site's @id is "https://www.example.com/#site"`},
		{edit{home, `"publisher":{"@id":"https://www.example.com/#business"`,
			`"publisher":{"@id":"https://www.example.com/#company"`}, `/: the site's publisher is`},
		{edit{home, `"@id":"https://www.example.com/#business"`, `"@id":"https://www.example.com/#company"`},
			`/: the company's @id is`},
		{edit{home, `"name":"Acme Hauling","url":"https://www.example.com/","telephone"`,
			`"name":"Acme","url":"https://www.example.com/","telephone"`},
			`/: the company's name is "Acme"; wanted "Acme Hauling", as on the page`},
		{edit{home, `"url":"https://www.example.com/","telephone"`, `"url":"https://www.example.com","telephone"`},
			`/: the company's url is`},
		{edit{home, `+1 (214) 555-0100`, `+1 (214) 555-0101`},
			`/: the company's telephone is "(214) 555-0101", which the page does not show`},
		{edit{home, `"email":"hello@`, `"email":"hi@`}, `/: the company's e-mail address is "hi@example.com", which`},
		{edit{home, `"image":"https://www.example.com/assets/truck.svg"`,
			`"image":"https://www.example.com/assets/gone.svg"`},
			`/: the company's image "https://www.example.com/assets/gone.svg" is not served`},
		{edit{home, `"priceRange":"$$"`, `"priceRange":""`}, `/: the HomeAndConstructionBusiness has no priceRange`},
		{edit{home, `"19:30"`, `"19:00"`},
			`/: the company's hours are "Monday to Saturday, 7am to 7pm", which the page does not show`},
		{edit{home, `"Saturday"`, `"Sunday"`}, `/: the company's hours are "Monday to Sunday, 7am to 7:30pm", which`},
		{edit{city, `"name":"Plano"`, `"name":"Waco"`}, `/: a town that the company serves is "Waco", which`},
		{edit{home, `"reviewCount":150`, `"reviewCount":151`}, `/: the number of reviews is "151 reviews", which`},
		{edit{city, `<p>5.0 out of 5, from 150 reviews</p>`, ``},
			`/locations/dallas: the company's rating is "5.0 out of 5", which`},
		{edit{city, `"@type":"HomeAndConstructionBusiness"`, `"@type":"LocalBusiness"`},
			`/locations/dallas: the page has 0 structured data of the type HomeAndConstructionBusiness; wanted 1`},
		{edit{service, `"@type":"Service","name":"Sofas"`, `"@type":"Service","name":"Settees"`},
			`/services/sofas: the service's name is "Settees", which`},
		{edit{service, `"provider":{"@id":"https://www.example.com/#business"}`,
			`"provider":{"@id":"https://www.example.com/"}`}, `/services/sofas: the service's provider is`},
		{edit{service, `"url":"https://www.example.com/services/sofas"`,
			`"url":"https://www.example.com/services/chairs"`}, `/services/sofas: the service's url is`},
		{edit{service, `"price":99`, `"price":149`},
			`/services/sofas: an offer's price is 149; wanted a price that the page shows`},
		{edit{service, `"minPrice":1500`, `"minPrice":150`}, `/services/sofas: an offer's minPrice is 150`},
		{edit{service, `"minPrice":1500`, `"minPrice":99`},
			`/services/sofas: the price list has $1,500, and no offer has it`},
		{edit{service, `"priceCurrency":"USD"`, `"priceCurrency":"EUR"`},
			`/services/sofas: an offer's currency is "EUR"`},
		{edit{service, `"name":"One sofa"`, `"name":"Two sofas"`},
			`/services/sofas: an offer's name is "Two sofas", which`},
		{edit{service, `"@type":"Service"`, `"@type":"WebSite"`},
			`/services/sofas: the page has 0 structured data of the type Service; wanted 1`},
		{edit{service, `"position":2`, `"position":3`},
			`/services/sofas: a breadcrumb's position is "3"; wanted "2", as on the page`},
		{edit{service, `"name":"Home"`, `"name":"Start"`},
			`/services/sofas: a breadcrumb's name is "Start"; wanted "Home", as on the page`},
		{edit{service, `"item":"https://www.example.com/"`, `"item":"https://www.example.com/services"`},
			`/services/sofas: a breadcrumb's address is`},
		{edit{service, `"name":"Sofas","item":"https://www.example.com/services/sofas"`,
			`"name":"Sofas","item":"https://www.example.com/"`}, `/services/sofas: the last breadcrumb's address is`},
		{edit{service, `<li><a href="/">Home</a></li>`, ``},
			`/services/sofas: the breadcrumbs' data has 2 steps; wanted 1, as the page shows`},
		{edit{service, ` aria-current="page"`, ``},
			`/services/sofas: the page has 1 structured data of the type BreadcrumbList; wanted none`},
		{edit{article, `"headline":"What it costs"`, `"headline":"Costs"`},
			`/blog/costs: the article's headline is "Costs"; wanted "What it costs", as on the page`},
		{edit{article, `"datePublished":"2025-03-15"`, `"datePublished":"2025-10-05"`},
			`/blog/costs: the article's datePublished is "October 5, 2025", which`},
		{edit{article, `"datePublished":"2025-03-15"`, `"datePublished":"March"`},
			`/blog/costs: the article's datePublished is March; wanted a day`},
		{edit{article, `<time datetime="2025-03-15">`, `<time datetime="2025-03-16">`},
			`/blog/costs: the page has none first in its main part; wanted a time element`},
		{edit{article, `"mainEntityOfPage":{"@id":"https://www.example.com/blog/costs"}`,
			`"mainEntityOfPage":{"@id":"https://www.example.com/blog"}`},
			`/blog/costs: the article's mainEntityOfPage is`},
		{edit{article, `"author":{"@type":"Organization","name":"Acme Hauling"},`, ``},
			`/blog/costs: the BlogPosting has no author`},
		{edit{home, `"name":"How much?"`, `"name":"What?"`},
			`/: a question is "What?"; wanted "How much?", as on the page`},
		{edit{home, `are <b>$99</b>`, `are <b>$98</b>`},
			`/: an answer is "Sofas are $99–$1,500."; wanted "Sofas are $98–$1,500.", as on the page`},
		{edit{home, `role="region"`, ``}, `/: the page has 1 structured data of the type FAQPage; wanted none`},
		{edit{services, `"numberOfItems":2`, `"numberOfItems":3`},
			`/services: the list's numberOfItems is "3"; wanted "2", as on the page`},
		{edit{services, `"position":2,"name":"Dallas"`, `"position":3,"name":"Dallas"`},
			`/services: an item's position is "3"; wanted "2", as on the page`},
		{edit{services, `"name":"Dallas"`, `"name":"Plano"`},
			`/services: the list has the item "Plano" at https://www.example.com/locations/dallas; wanted a link`},
		{edit{services, `"url":"https://www.example.com/locations/dallas"`,
			`"url":"https://www.example.com/locations/plano"`},
			`/services: the list has the item "Dallas" at https://www.example.com/locations/plano`},
		{edit{services, `<ul><li><a href="/services/sofas">Sofas</a></li>`, `<ul>`},
			`/services: the list has the item "Sofas"`},
		{edit{services, `"@type":"ItemList"`, `"@type":"FAQPage"`},
			`/services: the page has 0 structured data of the type ItemList; wanted 1`},
		{edit{service, `"@type":"BreadcrumbList"`, `"@type":"ItemList"`},
			`/services/sofas: the page has 1 structured data of the type ItemList; wanted none`},
		// The documents against the pages.
		{edit{seo.SitemapPath, `<loc>https://www.example.com/services/sofas</loc>`,
			`<loc>https://www.example.com/services/chairs</loc>`},
			`/sitemap.xml: https://www.example.com/services/sofas is missing; wanted every page`},
		{edit{seo.SitemapPath, `<loc>https://www.example.com/services/sofas</loc>`,
			`<loc>https://www.example.com/404.html</loc>`},
			`/sitemap.xml: https://www.example.com/404.html is no page; wanted pages only`},
		{edit{seo.SitemapPath, `<loc>https://www.example.com/services/sofas</loc>`,
			`<loc>https://www.example.com/</loc>`}, `/sitemap.xml: https://www.example.com/ is listed twice`},
		{edit{seo.SitemapPath, `2025-10-05`, `2025-10-06`},
			`/sitemap.xml: https://www.example.com/ is dated "2025-10-06"; wanted 2025-10-05`},
		{edit{seo.SitemapPath, `<lastmod>`, `<priority>1</priority><lastmod>`},
			`/sitemap.xml: the file has other elements, or another order; wanted a loc and a lastmod in each url`},
		{edit{seo.SitemapPath, `http://www.sitemaps.org/schemas/sitemap/0.9`,
			`http://www.google.com/schemas/sitemap/0.84`},
			`/sitemap.xml: the root is {http://www.google.com/schemas/sitemap/0.84 urlset}`},
		{edit{seo.LastModFile, `/blog/costs: { day: "2025-10-05", words: "`,
			`/blog/costs: { day: "2025-10-05", words: "0`},
			`/blog/costs: lastmod.yaml does not know the page's present text; wanted "haulfront check --update"`},
		{edit{seo.LastModFile, `/blog/costs`, `/blog/prices`},
			`/blog/prices: lastmod.yaml knows a page that does not exist`},
		{edit{seo.RobotsPath, `Sitemap: https://www.example.com`, `Sitemap: `},
			`/robots.txt: the sitemap's absolute address is missing; wanted Sitemap: https://www.example.com/`},
		{edit{seo.FeedPath, `<title>What it costs</title>`, `<title>Costs</title>`},
			`/blog/feed.xml: https://www.example.com/blog/costs is "Costs" and`},
		{edit{seo.FeedPath, `<published>2025-03-15`, `<published>2025-03-14`},
			`/blog/feed.xml: https://www.example.com/blog/costs was published 2025-03-14T00:00:00Z; wanted 2025-03-15`},
		{edit{seo.FeedPath, `<published>2025-03-15T00:00:00Z`, `<published>2025-03-15`},
			`/blog/feed.xml: https://www.example.com/blog/costs was published "2025-03-15"; wanted a time of RFC 3339`},
		{edit{seo.FeedPath, `<updated>2025-03-15`, `<updated>2025-03-16`}, `/blog/feed.xml: the feed has`},
		{edit{seo.FeedPath, `<id>https://www.example.com/blog/costs</id>`,
			`<id>https://www.example.com/blog/cost</id>`},
			`/blog/feed.xml: https://www.example.com/blog/costs is "" and ""`},
		{edit{seo.FeedPath, `<entry>`, `<entry></entry><entry>`}, `/blog/feed.xml: there are 2 entries for 1 articles`},
		{edit{seo.FeedPath, `http://www.w3.org/2005/Atom`, `http://purl.org/atom/ns#`},
			`/blog/feed.xml: expected element`},
		{edit{seo.LLMsTxtPath, `# Acme`, `Acme`},
			`/llms.txt: the document does not begin with one; wanted the company's name as a heading`},
		{edit{seo.LLMsTxtPath, `(https://www.example.com/services/sofas)`, `(https://www.example.com/services/chairs)`},
			`/llms.txt: the link https://www.example.com/services/chairs leads to none; wanted a page`},
		{edit{seo.LLMsTxtPath, `(https://www.example.com/services/sofas)`, `(https://www.example.com/)`},
			`/llms.txt: https://www.example.com/services/sofas is listed 0 times; wanted once`},
		{edit{seo.LLMsTxtPath, `A description of the city's page`, `A city's page`},
			`/llms.txt: https://www.example.com/locations/dallas is described as "A city's page, which`},
		{edit{seo.LLMsTxtPath, `$99–$5,000+.`, `$89–$5,000+.`},
			`/llms.txt: https://www.example.com/services/sofas is said to cost $89; wanted a figure`},
		{edit{seo.LLMsTxtPath, `Sofas are $99–$1,500.`, `Sofas are $99–$150.`},
			`/llms.txt: the document says $150; wanted a figure that the home page shows`},
	} {
		t.Run(test.want, func(t *testing.T) {
			err := Check(snapshot(t, test.edit))
			for _, diagnostic := range diagnostics(err) {
				if strings.HasPrefix(diagnostic.Error(), test.want) {
					return
				}
			}
			t.Errorf("%s with %q = %v, want a diagnostic that begins %q", test.file, test.new, err, test.want)
		})
	}
}

// diagnostics are those of a joined error.
func diagnostics(err error) (list []*Diagnostic) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			var d *Diagnostic
			if errors.As(e, &d) {
				list = append(list, d)
			}
		}
	}
	return list
}
