package content

// QuotePage is the props of "/get-quote".
type QuotePage struct {
	Layout       Layout              `json:"layout"`
	Hero         QuoteHero           `json:"hero"`
	Categories   QuoteTypesSection   `json:"categories"`
	Prices       PriceTiersSection   `json:"prices"`
	Gallery      GallerySection      `json:"gallery"`
	Steps        StepsSection        `json:"steps"`
	Testimonials TestimonialsSection `json:"testimonials"`
	Bottom       QuoteBottom         `json:"bottom"`
}

// QuoteHero opens the page with its first form.
type QuoteHero struct {
	Title  string    `json:"title"`
	Lead   string    `json:"lead"`
	Points []string  `json:"points"`
	Call   Link      `json:"call"`
	Form   QuoteForm `json:"form"`
	// Review stands below the form where there is room.
	Review *ServiceReview `json:"review,omitempty"`
}

// QuoteTypesSection is what a quote can be for.
type QuoteTypesSection struct {
	Title string      `json:"title"`
	Lead  string      `json:"lead"`
	Items []QuoteType `json:"items"`
}

// QuoteType is one kind of work that a quote can be for, with its scene and its page.
type QuoteType struct {
	Scene SceneName `json:"scene" tstype:"string"`
	Title string    `json:"title"`
	Text  string    `json:"text"`
	Href  string    `json:"href"`
}

// PriceTiersSection is the prices by load size, a card each.
type PriceTiersSection struct {
	Title string      `json:"title"`
	Lead  string      `json:"lead"`
	Cards []PriceTier `json:"cards"`
	// Includes is what every price includes, FinalNote when it becomes final.
	Includes  string `json:"includes"`
	FinalNote string `json:"finalNote"`
	// Quote leads to the form.
	Quote Link `json:"quote"`
}

// PriceTier is the price of one load size; Scene draws the truck filled that far.
type PriceTier struct {
	Name  string    `json:"name"`
	Price string    `json:"price"`
	Scene SceneName `json:"scene" tstype:"string"`
	Text  string    `json:"text"`
}

// GallerySection is pictures of the same places before and after.
type GallerySection struct {
	Title string        `json:"title"`
	Lead  string        `json:"lead"`
	Pairs []GalleryPair `json:"pairs"`
	// BeforeLabel and AfterLabel are shown on the pictures.
	BeforeLabel string `json:"beforeLabel"`
	AfterLabel  string `json:"afterLabel"`
	Quote       Link   `json:"quote"`
}

// GalleryPair is two scenes that line up.
type GalleryPair struct {
	// ID is unique on the page.
	ID     string `json:"id"`
	Before string `json:"before"`
	After  string `json:"after"`
	Title  string `json:"title"`
	// Divider is where the divider stands first, in percent of the width: 40 or 50.
	Divider int `json:"divider"`
}

// QuoteBottom closes the page with its second form.
type QuoteBottom struct {
	Title string    `json:"title"`
	Lead  string    `json:"lead"`
	Form  QuoteForm `json:"form"`
}

// BlogPage is the props of "/blog".
type BlogPage struct {
	Layout   Layout       `json:"layout"`
	Title    string       `json:"title"`
	Lead     string       `json:"lead"`
	Teasers  []BlogTeaser `json:"teasers"`
	QuoteBox QuoteBox     `json:"quoteBox"`
}

// ArticlePage is the props of "/blog/…".
type ArticlePage struct {
	Layout Layout `json:"layout"`
	// Back leads to the index.
	Back  Link   `json:"back"`
	Title string `json:"title"`
	Lead  string `json:"lead"`
	Scene string `json:"scene"`
	// Date is the article's own, "March 15, 2025"; DateISO the same in ISO 8601, "2025-03-15".
	Date    string `json:"date"`
	DateISO string `json:"dateIso"`
	// ReadTime is "5 min read".
	ReadTime string `json:"readTime"`
	// Contents leads to the article's sections.
	ContentsLabel string `json:"contentsLabel"`
	Contents      []Link `json:"contents"`
	// Parts are HTML, made from Markdown; the quote box comes between them.
	Parts    []string `json:"parts"`
	QuoteBox QuoteBox `json:"quoteBox"`
	// More are the other articles.
	MoreTitle string       `json:"moreTitle"`
	More      []BlogTeaser `json:"more"`
}

// LegalPage is the props of "/privacy", "/terms" and "/accessibility".
type LegalPage struct {
	Layout      Layout      `json:"layout"`
	Breadcrumbs Breadcrumbs `json:"breadcrumbs"`
	Title       string      `json:"title"`
	Lead        string      `json:"lead"`
	// Updated is since when the text is in force, "November 22, 2026"; UpdatedISO the same in ISO 8601.
	UpdatedLabel string `json:"updatedLabel"`
	Updated      string `json:"updated"`
	UpdatedISO   string `json:"updatedIso"`
	// Contents leads to the text's sections.
	ContentsLabel string `json:"contentsLabel"`
	Contents      []Link `json:"contents"`
	// HTML is made from Markdown.
	HTML     string   `json:"html"`
	QuoteBox QuoteBox `json:"quoteBox"`
}

// QuoteBox asks for a call or a quote request.
type QuoteBox struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Call  Link   `json:"call"`
	Quote Link   `json:"quote"`
}

// StyleguidePage is the props of "/gallery", which is served in development only: pages of every kind, whose parts components are
// shown with, and the form's states.
type StyleguidePage struct {
	Layout Layout `json:"layout"`
	// Service, Category and City have most of what such a page may leave out, PlainService and PlainCategory least.
	Service       ServicePage   `json:"service"`
	PlainService  ServicePage   `json:"plainService"`
	Category      CategoryPage  `json:"category"`
	PlainCategory CategoryPage  `json:"plainCategory"`
	City          CityPage      `json:"city"`
	Quote         QuotePage     `json:"quote"`
	Article       ArticlePage   `json:"article"`
	Blog          BlogPage      `json:"blog"`
	Services      ServicesPage  `json:"services"`
	Locations     LocationsPage `json:"locations"`
	Home          HomePage      `json:"home"`
	Estimate      EstimatePage  `json:"estimate"`
	// Forms are the quote form fresh, rejected, doubtful, failed and received; Toasts are the toasts of the last two.
	Forms  []QuoteForm `json:"forms"`
	Toasts []Toast     `json:"toasts"`
	// Parts are the components that are shown. Part and State are the one that is shown by itself, absent for all.
	Parts []StyleguidePart `json:"parts"`
	Part  *StyleguidePart  `json:"part,omitempty"`
	State int              `json:"state"`
}

// StyleguidePart is a component: the folder of components/ that it is in, and its name.
type StyleguidePart struct {
	Folder string `json:"folder"`
	Name   string `json:"name"`
}

// NotFoundPage is the props of every unknown path.
type NotFoundPage struct {
	Layout Layout `json:"layout"`
	Title  string `json:"title"`
	Text   string `json:"text"`
	Home   Link   `json:"home"`
	// Links are the pages that people look for most.
	Links []Link `json:"links"`
}

// ErrorPage is the props of the page that is shown when a page could not be made, or a request was refused.
type ErrorPage struct {
	Layout Layout `json:"layout"`
	Title  string `json:"title"`
	Text   string `json:"text"`
	Home   Link   `json:"home"`
}
