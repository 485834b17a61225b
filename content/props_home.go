package content

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
	// Reviews stand below the form where there is room.
	Reviews []ServiceReview `json:"reviews"`
}

// ServiceReview is the words of a customer about a service.
type ServiceReview struct {
	Review  Testimonial `json:"review"`
	Service Link        `json:"service"`
}

// ServicesSection shows what the company takes, by category.
type ServicesSection struct {
	Title      string         `json:"title"`
	Lead       string         `json:"lead"`
	Categories []CategoryCard `json:"categories"`
}

// CategoryCard is a category with its picture, its blurb and its services with their prices.
type CategoryCard struct {
	Name  string `json:"name"`
	Href  string `json:"href"`
	Blurb string `json:"blurb"`
	Scene string `json:"scene"`
	// Price is what its cheapest job costs, "from $99", or the category's own price where it has one.
	Price    string          `json:"price"`
	Services []PricedService `json:"services"`
}

// PricedService is a service and what it costs.
type PricedService struct {
	Name string `json:"name"`
	Href string `json:"href"`
	// Price is ready to be shown, "$99–$399"; where the specification states none, words such as "Priced on-site".
	Price string `json:"price"`
}

// WhySection is what sets the company apart.
type WhySection struct {
	Title   string    `json:"title"`
	Lead    string    `json:"lead"`
	Scene   SceneName `json:"scene" tstype:"string"`
	Reasons []Reason  `json:"reasons"`
}

// Reason is one difference, with the name of a lucide icon.
type Reason struct {
	Icon  IconName `json:"icon" tstype:"string"`
	Title string   `json:"title"`
	Text  string   `json:"text"`
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
	// Also names the towns that are served and have no page, as a sentence does.
	AlsoLabel string `json:"alsoLabel"`
	Also      string `json:"also"`
}

// AreaMap is the drawn map, in the units of a ViewBox of Width × Height, and the interactive map that a visitor may ask for.
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
	// EmbedURL is the address of the interactive map, EmbedTitle the title of its iframe.
	EmbedURL   string `json:"embedUrl"`
	EmbedTitle string `json:"embedTitle"`
	// ShowLabel and HideLabel are on the button that opens and closes it.
	ShowLabel string `json:"showLabel"`
	HideLabel string `json:"hideLabel"`
	// Open leads to the same area on the map's own site.
	Open Link `json:"open"`
}

// Point is a point on the drawn map.
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
	// Anchor is the side of the dot that the name is on: "start", "end" or "middle" (above).
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

// ContactSection is the section #contact with the form that all pages share.
type ContactSection struct {
	Title string `json:"title"`
	Lead  string `json:"lead"`
	// Points are short lines beside the form: hours, answer time, no payment in advance.
	Points []string  `json:"points"`
	Form   QuoteForm `json:"form"`
}
