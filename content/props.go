package content

// This file holds the props of every page and island: what the React tree is given, and all that it is given.
// TypeScript sees the same shapes through components/props.gen.ts, which is generated from this file.
// Every string is ready to be shown: numbers, prices, dates and phone numbers were formatted when content was loaded.

// Link is a text and where it leads: a path of this site, a fragment, or a tel:, sms: or mailto: address.
type Link struct {
	Label string `json:"label"`
	Href  string `json:"href"`
}

// Meta is what a page tells search engines and social networks.
type Meta struct {
	// Title is the <title>, at most 60 characters.
	Title string `json:"title"`
	// Description is 70 to 160 characters.
	Description string `json:"description"`
	// Canonical is absolute, built from BASE_URL; empty on pages that are not to be indexed.
	Canonical string `json:"canonical"`
	// Keywords is empty where the specification names none.
	Keywords []string `json:"keywords"`
	// Type is the Open Graph type, "website" or "article".
	Type string `json:"type"`
	// NoIndex keeps the page out of search engines.
	NoIndex bool `json:"noIndex"`
	// Card is the picture of a shared link; pages that are not to be indexed have none.
	Card *Card `json:"card,omitempty"`
	// StructuredData holds one JSON-LD document each, as JSON text.
	StructuredData []string `json:"structuredData"`
}

// Card is the picture that social networks show for a shared link.
type Card struct {
	// URL is absolute.
	URL string `json:"url"`
	// Alt says in words what the picture shows.
	Alt    string `json:"alt"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Assets are the addresses of built files, with their content hashes.
type Assets struct {
	Stylesheet string `json:"stylesheet"`
	Script     string `json:"script"`
	Font       string `json:"font"`
	// Scenes maps a scene's name to its picture.
	Scenes map[string]Scene `json:"scenes"`
}

// Scene is a picture drawn by components/art, or the photograph in its place.
type Scene struct {
	Src string `json:"src"`
	// Srcset lists a photograph's widths; it is empty for a drawing, which is sharp at every size.
	Srcset string `json:"srcset"`
	// Alt says in a sentence what the picture shows.
	Alt string `json:"alt"`
	// Width and Height are its own size in CSS pixels.
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Layout is the frame around every page: header, footer, call bar, toasts.
type Layout struct {
	// Path is the canonical path of the page, "/" for the home page.
	Path   string `json:"path"`
	Meta   Meta   `json:"meta"`
	Assets Assets `json:"assets"`
	Brand  Brand  `json:"brand"`
	Nav    Nav    `json:"nav"`
	Footer Footer `json:"footer"`
	// CallBar holds the three actions of the bar at the bottom of a phone's screen: call, text, quote.
	CallBar CallBar `json:"callBar"`
	// SkipLabel is the label of the link that leads past the header.
	SkipLabel string       `json:"skipLabel"`
	Toasts    ToastsIsland `json:"toasts"`
}

// Brand is the company as every page shows it.
type Brand struct {
	Name string `json:"name"`
	// ShortName is the part of Name that stands large in the header, Descriptor the small rest.
	ShortName  string `json:"shortName"`
	Descriptor string `json:"descriptor"`
	// Phone is the number as people read it, with its tel: link.
	Phone Link `json:"phone"`
	// Text is the sms: link to the same number.
	Text  Link `json:"text"`
	Email Link `json:"email"`
	// Hours is a short form such as "Mon–Sat 7am–7pm".
	Hours string `json:"hours"`
}

// Nav is the header's navigation, shared by the menus and the phone's sheet.
type Nav struct {
	About      Link        `json:"about"`
	Contact    Link        `json:"contact"`
	Quote      Link        `json:"quote"`
	MenuLabel  string      `json:"menuLabel"`
	CloseLabel string      `json:"closeLabel"`
	Menus      MenusIsland `json:"menus"`
}

// MenusIsland is the props of the header's two menus.
type MenusIsland struct {
	ServicesLabel  string     `json:"servicesLabel"`
	LocationsLabel string     `json:"locationsLabel"`
	Services       []Category `json:"services"`
	Locations      []Link     `json:"locations"`
}

// Category is a group of services with its own page.
type Category struct {
	Name     string `json:"name"`
	Href     string `json:"href"`
	Services []Link `json:"services"`
}

// Footer closes every page.
type Footer struct {
	Blurb           string `json:"blurb"`
	QuickLinksTitle string `json:"quickLinksTitle"`
	QuickLinks      []Link `json:"quickLinks"`
	ContactTitle    string `json:"contactTitle"`
	// ContactLines are plain lines under the phone number and e-mail: hours, response promise, radius.
	ContactLines   []string `json:"contactLines"`
	LocationsTitle string   `json:"locationsTitle"`
	Locations      []Link   `json:"locations"`
	// Copyright carries the current year in America/Chicago.
	Copyright string `json:"copyright"`
}

// CallBar is the bar of three actions at the bottom of a phone's screen.
type CallBar struct {
	Call  Link `json:"call"`
	Text  Link `json:"text"`
	Quote Link `json:"quote"`
}

// ToastKind tells a confirmation from a failure.
type ToastKind string

// The two kinds of toast.
const (
	ToastSuccess     ToastKind = "success"
	ToastDestructive ToastKind = "destructive"
)

// Toast is a short message over the page.
type Toast struct {
	Kind        ToastKind `json:"kind"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
}

// ToastsIsland is the props of the region in which toasts appear.
type ToastsIsland struct {
	RegionLabel  string  `json:"regionLabel"`
	DismissLabel string  `json:"dismissLabel"`
	Toasts       []Toast `json:"toasts"`
}

// QuoteForm is the props of one quote form.
type QuoteForm struct {
	// ID is unique on the page and prefixes the ids of the form's controls.
	ID string `json:"id"`
	// Title is the form's heading.
	Title string `json:"title"`
	// Source is the lead's source, one of the specification's three.
	Source string `json:"source"`
	// Page is the path that the form stands on.
	Page              string      `json:"page"`
	Labels            QuoteLabels `json:"labels"`
	ServiceTypes      []string    `json:"serviceTypes"`
	ServiceTimeframes []string    `json:"serviceTimeframes"`
	// Messages is what the hydrated form says by itself, the same texts that the server answers with.
	Messages QuoteMessages `json:"messages"`
	Values   QuoteValues   `json:"values"`
	// Errors maps a field's name to what is wanted of it; empty for a form that was not rejected.
	Errors map[string]string `json:"errors"`
	// Result is the outcome of the last submission, shown at the form; null for a fresh form.
	Result *Toast `json:"result"`
}

// QuoteValues are the fields as the visitor typed them.
type QuoteValues struct {
	Name             string `json:"name"`
	Email            string `json:"email"`
	Phone            string `json:"phone"`
	ServiceType      string `json:"serviceType"`
	ZIPCode          string `json:"zipCode"`
	ServiceTimeframe string `json:"serviceTimeframe"`
	Message          string `json:"message"`
}

// QuoteLabels are the form's labels and hints.
type QuoteLabels struct {
	Name             string `json:"name"`
	Email            string `json:"email"`
	Phone            string `json:"phone"`
	ServiceType      string `json:"serviceType"`
	ZIPCode          string `json:"zipCode"`
	ServiceTimeframe string `json:"serviceTimeframe"`
	Message          string `json:"message"`
	// Optional marks the fields that may stay empty.
	Optional string `json:"optional"`
	// Choose is the empty first entry of both lists.
	Choose string `json:"choose"`
	// MessageHint is the placeholder of the message.
	MessageHint string `json:"messageHint"`
	Submit      string `json:"submit"`
	Submitting  string `json:"submitting"`
	// Note is the calm line under the button.
	Note string `json:"note"`
	// ErrorSummary heads the list of fields to fill in.
	ErrorSummary string `json:"errorSummary"`
}

// QuoteMessages are the toasts of the specification's error catalogue and the message at each required field.
type QuoteMessages struct {
	Missing  Toast `json:"missing"`
	Failed   Toast `json:"failed"`
	Received Toast `json:"received"`
	// TooMany is shown when an address has sent more requests than QUOTE_RATE_LIMIT allows.
	TooMany Toast `json:"tooMany"`
	// Fields maps a required field's name to what is wanted of it.
	Fields map[string]string `json:"fields"`
}

// HomePage is the props of "/".
type HomePage struct {
	Layout       Layout              `json:"layout"`
	Hero         Hero                `json:"hero"`
	Services     ServicesSection     `json:"services"`
	Why          WhySection          `json:"why"`
	Testimonials TestimonialsSection `json:"testimonials"`
	Area         AreaSection         `json:"area"`
	FAQ          FAQSection          `json:"faq"`
	Blog         BlogSection         `json:"blog"`
	Contact      ContactSection      `json:"contact"`
}

// Hero opens a page: promise, proof, call button and form.
type Hero struct {
	// Eyebrow is a short line above the title: where, and for whom.
	Eyebrow string `json:"eyebrow"`
	Title   string `json:"title"`
	Lead    string `json:"lead"`
	// Proofs are two short points: price, and how soon.
	Proofs []string  `json:"proofs"`
	Call   Link      `json:"call"`
	Scene  string    `json:"scene"`
	Form   QuoteForm `json:"form"`
}

// ServicesSection shows what the company takes, by category.
type ServicesSection struct {
	Title      string         `json:"title"`
	Lead       string         `json:"lead"`
	Categories []CategoryCard `json:"categories"`
}

// CategoryCard is a category with its picture, its blurb and its services with their prices.
type CategoryCard struct {
	Name     string          `json:"name"`
	Href     string          `json:"href"`
	Blurb    string          `json:"blurb"`
	Scene    string          `json:"scene"`
	Services []PricedService `json:"services"`
}

// PricedService is a service and what it costs.
type PricedService struct {
	Name string `json:"name"`
	Href string `json:"href"`
	// Price is ready to be shown, "$99–$399"; empty where the specification states none.
	Price string `json:"price"`
}

// WhySection says what sets the company apart.
type WhySection struct {
	Title   string   `json:"title"`
	Lead    string   `json:"lead"`
	Reasons []Reason `json:"reasons"`
}

// Reason is one difference, with the name of a lucide icon.
type Reason struct {
	Icon  string `json:"icon"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// TestimonialsSection is what customers say.
type TestimonialsSection struct {
	Title string `json:"title"`
	// Rating is the company's rating as the page's structured data states it, "5.0 out of 5, from 150 reviews"; empty
	// where it states none.
	Rating string        `json:"rating"`
	Items  []Testimonial `json:"items"`
}

// Testimonial is one customer's words.
type Testimonial struct {
	Text   string `json:"text"`
	Author string `json:"author"`
	Place  string `json:"place"`
	// Rating is in stars, 5 at most, RatingLabel the same for those who hear the page.
	Rating      int    `json:"rating"`
	RatingLabel string `json:"ratingLabel"`
}

// AreaSection is the map of the service area with its city links.
type AreaSection struct {
	Title string  `json:"title"`
	Lead  string  `json:"lead"`
	Map   AreaMap `json:"map"`
	// Cities have pages of their own.
	Cities []Link `json:"cities"`
	// Also names the towns that are served and have no page.
	AlsoLabel string   `json:"alsoLabel"`
	Also      []string `json:"also"`
}

// AreaMap is the drawn map, in the units of a ViewBox of Width × Height, and the embed that may take its place.
type AreaMap struct {
	Alt    string `json:"alt"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Radius is the service radius, in the map's units, around Center.
	Center Point   `json:"center"`
	Radius float64 `json:"radius"`
	// RadiusLabel is the radius in words: "30 miles".
	RadiusLabel string     `json:"radiusLabel"`
	Roads       []MapLine  `json:"roads"`
	Lakes       []MapLine  `json:"lakes"`
	Places      []MapPlace `json:"places"`
	// EmbedURL is the address of the interactive map, EmbedTitle its frame's title.
	EmbedURL   string `json:"embedUrl"`
	EmbedTitle string `json:"embedTitle"`
	// Open leads to the same area on the map's own site.
	Open Link `json:"open"`
}

// Point is a place on the drawn map.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// MapLine is a road or the outline of a lake.
type MapLine struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// MapPlace is a town on the drawn map; Href is empty where it has no page.
type MapPlace struct {
	Name string `json:"name"`
	Href string `json:"href"`
	At   Point  `json:"at"`
	// Anchor is the side of the dot on which the name stands: "start", "end" or "middle" (above).
	Anchor string `json:"anchor"`
}

// FAQSection is a list of questions.
type FAQSection struct {
	Title string    `json:"title"`
	Lead  string    `json:"lead,omitempty"`
	List  FAQIsland `json:"list"`
}

// FAQIsland is the props of the accordion.
type FAQIsland struct {
	Items []FAQItem `json:"items"`
}

// FAQItem is a question with its answer.
type FAQItem struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// BlogSection is the three blog teasers.
type BlogSection struct {
	Title   string       `json:"title"`
	Lead    string       `json:"lead"`
	Teasers []BlogTeaser `json:"teasers"`
	ViewAll Link         `json:"viewAll"`
}

// BlogTeaser leads to an article.
type BlogTeaser struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Excerpt string `json:"excerpt"`
	// Image is the name of a scene.
	Image string `json:"image"`
	// Date is the display text of the teaser's own date, "October 5, 2025".
	Date string `json:"date"`
	Slug string `json:"slug"`
	Href string `json:"href"`
	// ReadMore is the label of the link.
	ReadMore string `json:"readMore"`
}

// ContactSection stands at #contact with the shared form.
type ContactSection struct {
	Title string `json:"title"`
	Lead  string `json:"lead"`
	// Points are short lines beside the form: hours, answer time, payment of nothing in advance.
	Points []string  `json:"points"`
	Form   QuoteForm `json:"form"`
}

// Breadcrumbs is the way to a page, as the page shows it.
type Breadcrumbs struct {
	// Label names the navigation for those who hear the page.
	Label string       `json:"label"`
	Items []Breadcrumb `json:"items"`
}

// Breadcrumb is one step; Href is empty on the page itself.
type Breadcrumb struct {
	Label string `json:"label"`
	Href  string `json:"href"`
}

// ServicePage is the props of "/services/…" for one service.
type ServicePage struct {
	Layout      Layout      `json:"layout"`
	Breadcrumbs Breadcrumbs `json:"breadcrumbs"`
	Hero        ServiceHero `json:"hero"`
	// Order names the fields between the hero and the area block, in the order in which they stand.
	Order       []string         `json:"order"`
	Items       ChecklistSection `json:"items"`
	Benefits    BenefitsSection  `json:"benefits"`
	Steps       StepsSection     `json:"steps"`
	Pricing     PricingSection   `json:"pricing"`
	NotAccepted *RefusedSection  `json:"notAccepted,omitempty"`
	FAQ         *FAQSection      `json:"faq,omitempty"`
	Links       []LinkNote       `json:"links"`
	Plans       *PlansSection    `json:"plans,omitempty"`
	Area        AreaBlock        `json:"area"`
	Contact     ContactSection   `json:"contact"`
}

// ServiceHero opens a service's page.
type ServiceHero struct {
	Title string `json:"title"`
	Lead  string `json:"lead"`
	// Points are two or three short facts.
	Points []string `json:"points"`
	Call   Link     `json:"call"`
	Quote  Link     `json:"quote"`
	Scene  string   `json:"scene"`
	// Tag is the first line of the page's price list; absent where the page states no price.
	Tag *PriceRow `json:"tag,omitempty"`
}

// ChecklistSection is what is taken, in one group or a few.
type ChecklistSection struct {
	Title  string           `json:"title"`
	Lead   string           `json:"lead,omitempty"`
	Groups []ChecklistGroup `json:"groups"`
}

// ChecklistGroup is a list of things under a title of its own, or under none.
type ChecklistGroup struct {
	Title string   `json:"title,omitempty"`
	Items []string `json:"items"`
}

// BenefitsSection says what is good about a service.
type BenefitsSection struct {
	Title string   `json:"title"`
	Cards []Reason `json:"cards"`
}

// StepsSection says what happens, in the order in which it does.
type StepsSection struct {
	Title string `json:"title"`
	Lead  string `json:"lead,omitempty"`
	Steps []Step `json:"steps"`
}

// Step is a title with a text: a step, a reason, a job.
type Step struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// PricingSection is a price list with notes on it.
type PricingSection struct {
	Title string     `json:"title"`
	Lead  string     `json:"lead"`
	Rows  []PriceRow `json:"rows"`
	Notes []string   `json:"notes"`
}

// PriceRow is one line of a price list.
type PriceRow struct {
	Label string `json:"label"`
	Price string `json:"price"`
}

// RefusedSection is what is not taken.
type RefusedSection struct {
	Title string   `json:"title"`
	Lead  string   `json:"lead"`
	Items []string `json:"items"`
}

// LinkNote is a sentence with a link to where it goes on.
type LinkNote struct {
	Text  string `json:"text"`
	Label string `json:"label"`
	Href  string `json:"href"`
}

// PlansSection is the subscription's plans and terms.
type PlansSection struct {
	Title string `json:"title"`
	Lead  string `json:"lead"`
	Plans []Plan `json:"plans"`
	// PopularLabel marks the popular plan, SavingsLabel stands under a plan's savings.
	PopularLabel string   `json:"popularLabel"`
	SavingsLabel string   `json:"savingsLabel"`
	Terms        []string `json:"terms"`
}

// Plan is one way to subscribe.
type Plan struct {
	Name string `json:"name"`
	// Savings is a percentage, "25%".
	Savings string `json:"savings"`
	Text    string `json:"text"`
	Popular bool   `json:"popular,omitempty"`
	CTA     string `json:"cta"`
}

// AreaBlock says where a service is offered; its button leads to #contact.
type AreaBlock struct {
	Title  string `json:"title"`
	Text   string `json:"text"`
	CTA    string `json:"cta"`
	Cities []Link `json:"cities"`
}

// CategoryPage is the props of "/services/…" for one category.
type CategoryPage struct {
	Layout Layout `json:"layout"`
	// Breadcrumbs is absent where the specification has none; the hero is centred there.
	Breadcrumbs *Breadcrumbs   `json:"breadcrumbs,omitempty"`
	Hero        CategoryHero   `json:"hero"`
	Intro       []string       `json:"intro"`
	Cards       []CategoryFact `json:"cards"`
	// Services are all services of the category with their prices.
	Services CategoryServices  `json:"services"`
	Sections []CategorySection `json:"sections"`
	Pricing  *PricingSection   `json:"pricing,omitempty"`
	Steps    *StepsSection     `json:"steps,omitempty"`
	FAQ      *FAQSection       `json:"faq,omitempty"`
	Area     AreaBlock         `json:"area"`
	Contact  ContactSection    `json:"contact"`
}

// CategoryHero opens a category's page.
type CategoryHero struct {
	Icon  string `json:"icon"`
	Title string `json:"title"`
	Lead  string `json:"lead"`
	Call  Link   `json:"call"`
	Quote Link   `json:"quote"`
	Scene string `json:"scene"`
}

// CategoryFact is a card of a category's page, leading to Href where it has one.
type CategoryFact struct {
	Icon  string `json:"icon"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Href  string `json:"href,omitempty"`
}

// CategoryServices is a category's price list.
type CategoryServices struct {
	Title    string          `json:"title"`
	Services []PricedService `json:"services"`
}

// CategorySection is a passage of a category's page, with or without a list.
type CategorySection struct {
	Title string   `json:"title"`
	Text  string   `json:"text"`
	Items []string `json:"items,omitempty"`
}

// CityPage is the props of "/locations/…".
type CityPage struct {
	Layout      Layout      `json:"layout"`
	Breadcrumbs Breadcrumbs `json:"breadcrumbs"`
	Hero        CityHero    `json:"hero"`
	// Order names the fields between the hero and the call to action, in the order in which they stand.
	Order         []string             `json:"order"`
	Services      ChecklistSection     `json:"services"`
	Disposal      PartnersSection      `json:"disposal"`
	Recycling     PartnersSection      `json:"recycling"`
	Neighborhoods NeighborhoodsSection `json:"neighborhoods"`
	Why           *ReasonsSection      `json:"why,omitempty"`
	Local         StorySection         `json:"local"`
	Testimonials  TestimonialsSection  `json:"testimonials"`
	Jobs          JobsSection          `json:"jobs"`
	Premium       *ChecklistSection    `json:"premium,omitempty"`
	Estate        *Step                `json:"estate,omitempty"`
	Renovation    *Step                `json:"renovation,omitempty"`
	References    string               `json:"references,omitempty"`
	CTA           CallToAction         `json:"cta"`
	Contact       ContactSection       `json:"contact"`
}

// CityHero opens a city's page.
type CityHero struct {
	Title string `json:"title"`
	Lead  string `json:"lead"`
	// Facts are two or three short lines.
	Facts []string `json:"facts"`
	Call  Link     `json:"call"`
	Quote Link     `json:"quote"`
	Scene string   `json:"scene"`
}

// PartnersSection is where things go, by kind of place.
type PartnersSection struct {
	Title    string    `json:"title"`
	Lead     string    `json:"lead,omitempty"`
	Partners []Partner `json:"partners"`
}

// Partner is a kind of place that takes things, and what it does with them.
type Partner struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// NeighborhoodsSection names the parts of a city.
type NeighborhoodsSection struct {
	Title string   `json:"title"`
	Text  string   `json:"text,omitempty"`
	Items []string `json:"items"`
}

// ReasonsSection is why people of a city choose the company.
type ReasonsSection struct {
	Title   string `json:"title"`
	Reasons []Step `json:"reasons"`
}

// StorySection is a few paragraphs under a title.
type StorySection struct {
	Title      string   `json:"title"`
	Paragraphs []string `json:"paragraphs"`
}

// JobsSection is recent jobs.
type JobsSection struct {
	Title string `json:"title"`
	Items []Step `json:"items"`
}

// CallToAction is a last word with a button, which leads to #contact.
type CallToAction struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Label string `json:"label"`
}

// QuotePage is the props of "/get-quote".
type QuotePage struct {
	Layout       Layout              `json:"layout"`
	Hero         QuoteHero           `json:"hero"`
	Categories   OffersSection       `json:"categories"`
	Prices       LoadsSection        `json:"prices"`
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
}

// OffersSection is what a quote can be for.
type OffersSection struct {
	Title string  `json:"title"`
	Lead  string  `json:"lead"`
	Items []Offer `json:"items"`
}

// Offer is one kind of work, with its scene and its page.
type Offer struct {
	Scene string `json:"scene"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Href  string `json:"href"`
}

// LoadsSection is the price cards.
type LoadsSection struct {
	Title string     `json:"title"`
	Lead  string     `json:"lead"`
	Cards []LoadCard `json:"cards"`
	// Includes says what every price holds, FinalNote when it becomes final.
	Includes  string `json:"includes"`
	FinalNote string `json:"finalNote"`
	// Quote leads to the form.
	Quote Link `json:"quote"`
}

// LoadCard is the price of one load; Scene draws the truck with it.
type LoadCard struct {
	Name  string `json:"name"`
	Price string `json:"price"`
	Scene string `json:"scene"`
	Text  string `json:"text"`
}

// GallerySection is pictures of the same places before and after.
type GallerySection struct {
	Title string        `json:"title"`
	Lead  string        `json:"lead"`
	Pairs []GalleryPair `json:"pairs"`
	// BeforeLabel and AfterLabel stand on the pictures.
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
	// Date is the article's own, "March 15, 2025"; DateISO the same for machines, "2025-03-15".
	Date    string `json:"date"`
	DateISO string `json:"dateIso"`
	// ReadTime is "5 min read".
	ReadTime string `json:"readTime"`
	// Contents leads to the article's sections.
	ContentsLabel string `json:"contentsLabel"`
	Contents      []Link `json:"contents"`
	// Parts are HTML, made from Markdown; the quote box stands between them.
	Parts    []string `json:"parts"`
	QuoteBox QuoteBox `json:"quoteBox"`
	// More are the other articles.
	MoreTitle string       `json:"moreTitle"`
	More      []BlogTeaser `json:"more"`
}

// QuoteBox asks for a call or a quote request.
type QuoteBox struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Call  Link   `json:"call"`
	Quote Link   `json:"quote"`
}

// PiecesPage is the props of "/gallery", which is there while developing: other pages' parts, and the form's states.
type PiecesPage struct {
	Layout   Layout       `json:"layout"`
	Service  ServicePage  `json:"service"`
	Category CategoryPage `json:"category"`
	City     CityPage     `json:"city"`
	Quote    QuotePage    `json:"quote"`
	Article  ArticlePage  `json:"article"`
	Home     HomePage     `json:"home"`
	// Forms are the quote form fresh, rejected, failed and received.
	Forms []QuoteForm `json:"forms"`
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
