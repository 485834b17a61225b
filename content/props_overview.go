package content

// ServicesPage is the props of "/services".
type ServicesPage struct {
	Layout      Layout       `json:"layout"`
	Breadcrumbs Breadcrumbs  `json:"breadcrumbs"`
	Hero        OverviewHero `json:"hero"`
	Scene       string       `json:"scene"`
	// Loads are the flat rates by how much of the truck is filled, the smallest first.
	LoadsLabel string      `json:"loadsLabel"`
	Loads      []LoadPrice `json:"loads"`
	// JumpLabel names the links to the categories further down.
	JumpLabel  string           `json:"jumpLabel"`
	Categories []CategoryPrices `json:"categories"`
	Terms      TermsSection     `json:"terms"`
	Contact    ContactSection   `json:"contact"`
}

// OverviewHero opens the page of all services and that of all locations.
type OverviewHero struct {
	Title string `json:"title"`
	Lead  string `json:"lead"`
	Call  Link   `json:"call"`
	Quote Link   `json:"quote"`
}

// LoadPrice is the flat rate of one load.
type LoadPrice struct {
	Name  string `json:"name"`
	Price string `json:"price"`
}

// CategoryPrices is a category with the price of everything in it.
type CategoryPrices struct {
	// ID is unique on the page; the links at its head lead there.
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Href     string       `json:"href"`
	Blurb    string       `json:"blurb"`
	Scene    string       `json:"scene"`
	Services []ServiceRow `json:"services"`
}

// ServiceRow is a service with its price and what the price is for.
type ServiceRow struct {
	Name  string `json:"name"`
	Href  string `json:"href"`
	Price string `json:"price"`
	About string `json:"about"`
}

// TermsSection is what every price includes, and what is not accepted.
type TermsSection struct {
	Title            string   `json:"title"`
	Lead             string   `json:"lead"`
	Scene            string   `json:"scene"`
	IncludedTitle    string   `json:"includedTitle"`
	Included         []string `json:"included"`
	NotAcceptedTitle string   `json:"notAcceptedTitle"`
	NotAccepted      []string `json:"notAccepted"`
	NotAcceptedNote  string   `json:"notAcceptedNote"`
}

// LocationsPage is the props of "/locations".
type LocationsPage struct {
	Layout      Layout         `json:"layout"`
	Breadcrumbs Breadcrumbs    `json:"breadcrumbs"`
	Hero        OverviewHero   `json:"hero"`
	Map         AreaMap        `json:"map"`
	Cities      CitiesSection  `json:"cities"`
	Also        TownsSection   `json:"also"`
	Contact     ContactSection `json:"contact"`
}

// CitiesSection is the cities that have a page of their own: Items where they are few enough to be shown with a picture each, and
// Letters where they are not.
type CitiesSection struct {
	Title   string        `json:"title"`
	Lead    string        `json:"lead"`
	Items   []CityCard    `json:"items"`
	Letters []LetterGroup `json:"letters,omitempty"`
}

// LetterGroup is the cities whose names begin with a letter, in the order of their names.
type LetterGroup struct {
	// ID is where on the page they are.
	ID     string `json:"id"`
	Letter string `json:"letter"`
	Cities []Link `json:"cities"`
}

// CityCard leads to a city's page and shows what is the city's own.
type CityCard struct {
	Name  string `json:"name"`
	Href  string `json:"href"`
	Scene string `json:"scene"`
	// Fact is the first of the facts that the city's page opens with.
	Fact string `json:"fact"`
	// Places are the first of its neighborhoods: "Lakewood, M Streets, Lower Greenville, and 15 more".
	Places string `json:"places"`
}

// TownsSection names the towns that are served and have no page; its button leads to #contact.
type TownsSection struct {
	Title string   `json:"title"`
	Text  string   `json:"text"`
	Towns []string `json:"towns"`
	CTA   string   `json:"cta"`
}
