package audit

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

const testBase = "https://a.test"

// testFiles are the pages of a valid site, with their summaries.
var testFiles = []struct {
	file string
	content.PageSummary
}{
	{"home.html", summary("/", content.KindHome, "", "We haul it", "home page")},
	{"article.html", summary("/blog/costs", content.KindArticle, "costs", "What it costs", "article's page")},
	{"service.html", summary("/services/sofas", content.KindService, "sofas", "Sofas go", "service's page")},
	{"city.html", summary("/locations/dallas", content.KindCity, "dallas", "Dallas", "city's page")},
	{"services.html", summary("/services", content.KindServices, "", "All services", "page of all services")},
	{"notfound.html", content.PageSummary{Route: content.Route{Path: "/404.html"}}},
}

func summary(path string, kind content.Kind, slug, heading, page string) content.PageSummary {
	describesBusiness := kind == content.KindHome || kind == content.KindCity
	return content.PageSummary{
		Route:   content.Route{Path: path, Kind: kind, Slug: slug, DescribesBusiness: describesBusiness},
		Heading: heading, Published: "2025-03-15",
		Description: "A description of the " + page + ", which is as long as a description has to be.",
	}
}

// edit changes a file of the site: the first old becomes new. want is the beginning of a diagnostic that it causes,
// after the file's own path unless it begins with another one.
type edit struct{ file, old, new, want string }

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
func snapshot(t *testing.T, e edit, limit int) *Snapshot {
	t.Helper()
	serves := func(path string) bool { return strings.HasPrefix(path, "/assets/") && !strings.Contains(path, "gone") }
	s := &Snapshot{Base: testBase, Serves: serves, Digests: map[string]string{}}
	var summaries []content.PageSummary
	for _, f := range testFiles {
		data, err := os.ReadFile("testdata/" + f.file)
		testkit.Must(t, err)
		page, err := Read(f.Route, []byte(e.apply(t, f.file, string(data))))
		testkit.Must(t, err)
		s.Pages = append(s.Pages, page)
		if f.Kind != "" {
			summaries = append(summaries, f.PageSummary)
		}
	}
	for _, page := range summaries {
		s.Digests[page.Path] = "5a1e" + page.Slug
	}
	s.LastMod = seo.LastMod{}.Update(s.Digests, "2025-10-05")
	feed, err := seo.Feed(testBase, "Acme Hauling", summaries, time.UTC)
	testkit.Must(t, err)
	s.Documents = map[string][]byte{
		seo.RobotsPath: seo.Robots(testBase), seo.FeedPath: feed,
		seo.LLMsTxtPath: seo.LLMsTxt(testBase, testHome(), "", summaries),
	}
	for _, d := range seo.Sitemaps(testBase, summaries, func() seo.LastMod { return s.LastMod }, limit) {
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
			Category: content.Category{
				Name: "At home", Href: "/services/residential",
				Services: []content.MenuLink{{Label: "Sofas", Href: "/services/sofas", Price: "$99–$5,000+"}},
			},
		}}},
		FAQ: content.FAQSection{Items: []content.FAQItem{{Question: "How much?", Answer: "Sofas are $99–$1,500."}}},
	}
	home.Layout.Brand.Name = "Acme Hauling"
	home.Layout.Brand.Phone.Label = "(214) 555-0100"
	home.Layout.Footer.LocationsTitle = "Where we work"
	return home
}

func TestCheckFindsNothingOnAGoodSite(t *testing.T) {
	for _, limit := range []int{seo.MaxURLs, splitting} {
		if err := Check(snapshot(t, edit{}, limit)); err != nil {
			t.Errorf("with sitemaps of %d: Check = %v, want nil", limit, err)
		}
	}
}

// splitting is the limit of a sitemap with several files.
const splitting = 2

func (e edit) check(t *testing.T, limit int) {
	path, want := e.file, e.want
	for _, f := range testFiles {
		if f.file == e.file {
			path = f.Path
		}
	}
	if !strings.HasPrefix(want, "/") {
		want = path + ": " + want
	}
	if err := Check(snapshot(t, e, limit)); !strings.Contains(fmt.Sprintf("\n%v", err), "\n"+want) {
		t.Errorf("%+v: Check = %v", e, err)
	}
}

func TestCheckReadsSplitSitemaps(t *testing.T) {
	for _, test := range []edit{
		{seo.SitemapPath, `/sitemap-2.xml`, `/sitemap-4.xml`,
			`https://a.test/sitemap-4.xml is not served; wanted a sitemap of this site`},
		{seo.SitemapPath, `<lastmod>`, `<priority>1</priority><lastmod>`,
			`the file has other elements, or another order; wanted a loc and a lastmod in each sitemap`},
		{"/sitemap-1.xml", `<lastmod>`, `<priority>1</priority><lastmod>`, `the file has other`},
		{"/sitemap-2.xml", `/services/sofas<`, `/<`, `https://a.test/ is listed twice`},
	} {
		test.check(t, splitting)
	}
}

func TestCheck(t *testing.T) {
	const home, service, article, city = "home.html", "service.html", "article.html", "city.html"
	const services, missing = "services.html", "notfound.html"
	for _, test := range []edit{
		// The head.
		{home, `n" content="A description`, `n" content="`, `og:description is "A description`},
		{service, `the service's page, which`, `the service's page for $15, which`, `the description says $15`},
		{service, `canonical" href="https:`, `canonical" href="http:`, `the canonical address is "http://`},
		{home, `<link rel="canonical"`, `<link rel="canonical"><link rel="canonical"`, `there are 2 canonical`},
		{home, `<title>`, `<meta name="robots" content="noindex"><title>`, `the page says "noindex" to robots`},
		{missing, `content="noindex"`, `content="all"`, `the page says "all" to robots; wanted noindex`},
		{missing, `<title>`, `<link rel="canonical" href="x"><title>`, `the page has the canonical address`},
		{home, `og:type" content="website"`, `og:type" content="article"`, `og:type is "article"; wanted website`},
		{article, `og:locale`, `og:nothing`, `og:locale is missing`},
		{home, `r:title" content="Hauling`, `r:title" content="Haul`, `twitter:title is "Haul in Dallas"`},
		{home, `og:image" content="https://a.test`, `og:image" content="`, `og:image is "/assets/card.png"`},
		{home, `og:image" content="https:`, `og:image" content="http:`, `og:image is "http:`},
		{home, `content="630"`, `content="600"`, `og:image:height is "600"; wanted 630`},
		{home, `og:image:alt`, `og:nothing`, `og:image:alt is missing`},
		{home, `og:image"`, `og:nothing"`, `the page has no og:image; wanted one as the other pages have`},
		{home, `<h1>`, `<h1><img src="/assets/van.svg" alt="" width="4" height="3" loading="lazy">`,
			`the picture /assets/van.svg stands beside the h1 and is lazy`},
		// Words, pictures and links.
		{service, `they cost</a>.`, `they cost</a>?.`, `the page says "cost?."; wanted one stop`},
		{service, `they cost</a>.`, `they cost</a>..`, `the page says "cost.."; wanted one stop`},
		{home, `<a href="/services/sofas">`, `<a href="/chairs">`, `the link "/chairs" leads nowhere`},
		{home, `<a href="/services/sofas">`, `<a href="/404.html">`, `the link "/404.html" leads nowhere`},
		{home, `<a href="/services/sofas">`, `<a href="services/sofas">`, `the link "services/sofas" leads nowhere`},
		{service, `href="/#faq"`, `href="/#questions"`, `the link "/#questions" leads to no`},
		{city, `href="#contact"`, `href="#write"`, `the link "#write" leads to no part of /loc`},
		{city, `href="#contact"`, `href="#"`, `the link "#" leads to no part`},
		{home, `href="#faq"`, `href="#gone"`, `the link "#gone" leads to no part of /`},
		{home, `"/assets/site.js"`, `"https://cdn.test/x.js"`, `the script "https://cdn.test/x.js" is not served`},
		{home, `/assets/site.css`, `/assets/gone.css`, `the link stylesheet "/assets/gone.css" is not served`},
		{home, `src="/assets/truck.svg"`, `src="/assets/gone.svg"`, `the img "/assets/gone.svg" is not served`},
		{home, `</head>`, `<link rel="preload" as="image" imagesrcset="/assets/gone.avif 360w"></head>`,
			`the imagesrcset "/assets/gone.avif" is not served`},
		{home, `/assets/card.png 2x`, `/assets/gone.png 2x`, `the srcset "/assets/gone.png" is not served`},
		// Structured data against its page.
		{home, `:"https://schema.org","@type":"WebSite"`, ``, `the structured data is malformed`},
		{home, `s://schema.org","@type":"WebSite`, `://schema.org","@type":"WebSite`,
			`the context of the WebSite is http://schema.org`},
		{home, `"@type":"WebSite"`, `"@type":"Website"`, `the page has 0 structured data of the type WebSite`},
		{home, `"@type":"WebSite"`, `"@type":"Service"`, `the page has 0 structured data of the type WebSite`},
		{services, `"@type":"ItemList"`, `"@type":"Unknown"`, `the Unknown's url is`},
		{services, `"@type":"ItemList"`, `"@type":"Unknown","text":"Soon."`, `the Unknown's text is "Soon.", which`},
		{home, `#website`, `#site`, `the site's @id is "https://a.test/#site"`},
		{home, `publisher":{"@id":"https:`, `publisher":{"@id":"http:`, `the site's publisher is`},
		{home, `"@id":"https://a.test/#business"`, `"@id":"https://a.test/#company"`, `the company's @id is`},
		{home, `Acme Hauling","url":"https://a.test/","tel`, `Acme","url":"https://a.test/","tel`,
			`the company's name is "Acme"`},
		{home, `"url":"https://a.test/","telephone"`, `"url":"https://a.test","telephone"`, `the company's url is`},
		{home, `+1 (214) 555-0100`, `+1 (214) 555-0101`, `the company's telephone is "(214) 555-0101"`},
		{home, `"email":"hello@`, `"email":"hi@`, `the company's email address is "hi@example.com", which`},
		{home, `test/assets/truck`, `test/assets/gone`, `the company's image "https://a.test/assets/gone.svg" is not`},
		{home, `"priceRange":"$$"`, `"priceRange":""`, `the HomeAndConstructionBusiness has no priceRange`},
		{home, `"19:30"`, `"19:00"`, `the company's hours are "Monday to Saturday, 7am to 7pm"`},
		{home, `"Saturday"`, `"Sunday"`, `the company's hours are "Monday to Sunday, 7am to 7:30pm", which`},
		{home, `"12:30"`, `"12:00"`, `the company's hours are "Sunday, 9am to 12pm", which`},
		{home, `"16:00"`, `"15:00"`, `the company's hours are "Monday, 9am to 3pm", which`},
		{home, `2027-01-02`, `2027-01-03`, `a season is "closed Dec 24–Jan 3", which`},
		{city, `"name":"Plano"`, `"name":"Waco"`, `/: a town that the company serves is "Waco", which`},
		{home, `"reviewCount":150`, `"reviewCount":151`, `the number of reviews is "151 reviews", which`},
		{city, `<p>5.0 out of 5, `, ``, `the company's rating is "5.0 out of 5"`},
		{city, `HomeAndConstruction`, `Local`, `the page has 0 structured data of the type HomeAndConstruction`},
		{service, `Service","name":"Sofas"`, `Service","name":"Settees"`, `the service's name is "Settees"`},
		{service, `"provider":{"@id":"https:`, `"provider":{"@id":"http:`, `the service's provider is`},
		{service, `,"name":"Acme Hauling"}`, `}`, `the provider's name is`},
		{service, `"url":"https:`, `"url":"http:`, `the service's url is`},
		{service, `"price":99`, `"price":149`, `an offer's price is 149`},
		{service, `"minPrice":1500`, `"minPrice":150`, `an offer's minPrice is 150`},
		{service, `"minPrice":1500`, `"minPrice":99`, `the price list has $1,500, and no offer has it`},
		{service, `"priceCurrency":"USD"`, `"priceCurrency":"EUR"`, `an offer's currency is "EUR"`},
		{service, `"name":"One sofa"`, `"name":"Two sofas"`, `an offer's name is "Two sofas", which`},
		{service, `"position":2`, `"position":3`, `a breadcrumb's position is "3"`},
		{service, `"name":"Home"`, `"name":"Start"`, `a breadcrumb's name is "Start"`},
		{service, `"item":"https://a.test/"`, `"item":"https://a.test/services"`, `a breadcrumb's address is`},
		{service, `"item":"https://a.test/services/sofas"`, `"item":"/"`, `the last breadcrumb's address is`},
		{service, `<li><a href="/">Home</a></li>`, ``, `the breadcrumbs' data has 2 steps`},
		{service, ` aria-current="page"`, ``, `the page has 1 structured data of the type BreadcrumbList`},
		{article, `"headline":"What it costs"`, `"headline":"Costs"`, `the article's headline is "Costs"`},
		{article, `Published":"2025-03-15"`, `Published":"2025-10-05"`, `the article's datePublished is "October 5`},
		{article, `"datePublished":"2025-03-15"`, `"datePublished":"March"`, `the article's datePublished is March`},
		{article, `<time datetime="2025-03-15">`, `<time datetime="2025-03-16">`, `the page has none first in its`},
		{article, `OfPage":{"@id":"https:`, `OfPage":{"@id":"http:`, `the article's mainEntityOfPage is`},
		{article, `"author"`, `"writer"`, `the BlogPosting has no author`},
		{services, `"numberOfItems":2`, `"numberOfItems":3`, `the list's numberOfItems is "3"`},
		{services, `"position":2,"name":"Dallas"`, `"position":3,"name":"Dallas"`, `an item's position is "3"`},
		{services, `"name":"Dallas"`, `"name":"Plano"`, `the list has the item "Plano" at https://a.test/locations`},
		{services, `test/locations/dallas`, `test/locations/plano`,
			`the list has the item "Dallas" at https://a.test/locations/plano`},
		{services, `<li><a href="/services/sofas">Sofas</a></li>`, ``, `the list has the item "Sofas"`},
		{service, `"@type":"BreadcrumbList"`, `"@type":"ItemList"`, `the page has 1 structured data of the type Item`},
		// The documents against the pages.
		{seo.SitemapPath, `/services/sofas<`, `/services/chairs<`, `https://a.test/services/sofas is missing`},
		{seo.SitemapPath, `/services/sofas<`, `/404.html<`, `https://a.test/404.html is no page`},
		{seo.SitemapPath, `/services/sofas<`, `/<`, `https://a.test/ is listed twice`},
		{seo.SitemapPath, `2025-10-05`, `2025-10-06`, `https://a.test/ is dated "2025-10-06"`},
		{seo.SitemapPath, `<lastmod>`, `<priority>1</priority><lastmod>`, `the file has other elements, or`},
		{seo.SitemapPath, `http://www.sitemaps.org/schemas/sitemap/0.9`, `http:`, `the root is {http: urlset}`},
		{seo.LastModFile, `words: "`, `words: "0`, `it does not know the present text of /`},
		{seo.LastModFile, `/blog/costs`, `/blog/prices`, `/blog/prices: lastmod.yaml knows a page that does not exist`},
		{seo.RobotsPath, `Sitemap: https://a.test`, `Sitemap: `, `the sitemap's absolute address is missing`},
		{seo.FeedPath, `<title>What it costs`, `<title>Costs`, `https://a.test/blog/costs is "Costs" and`},
		{seo.FeedPath, `<published>2025-03-15`, `<published>2025-03-14`,
			`https://a.test/blog/costs was published 2025-03-14`},
		{seo.FeedPath, `<published>2025-03-15T00:00:00Z`, `<published>2025-03-15`,
			`https://a.test/blog/costs was published "2025-03-15"`},
		{seo.FeedPath, `<updated>2025-03-15`, `<updated>2025-03-16`, `the feed has`},
		{seo.FeedPath, `/blog/costs</id>`, `/blog/cost</id>`, `https://a.test/blog/costs is "" and ""`},
		{seo.FeedPath, `<entry>`, `<entry></entry><entry>`, `there are 2 entries for 1 articles`},
		{seo.FeedPath, `http://www.w3.org/2005/Atom`, `http://purl.org/atom/ns#`, `expected element`},
		{seo.LLMsTxtPath, `# Acme`, `Acme`, `the document does not begin with one`},
		{seo.LLMsTxtPath, `/services/sofas)`, `/chairs)`, `the link https://a.test/chairs leads to none`},
		{seo.LLMsTxtPath, `/services/sofas)`, `/)`, `https://a.test/services/sofas is listed 0 times`},
		{seo.LLMsTxtPath, `A description of the city`, `A city`, `https://a.test/locations/dallas is described as`},
		{seo.LLMsTxtPath, `$99–$5,000+.`, `$89–$5,000+.`, `https://a.test/services/sofas is said to cost $89`},
		{seo.LLMsTxtPath, `Sofas are $99–$1,500.`, `Sofas are $99–$150.`, `the document says $150`},
	} {
		t.Run(test.want, func(t *testing.T) { test.check(t, seo.MaxURLs) })
	}
}
