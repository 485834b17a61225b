package content

// Breadcrumbs is the way to a page, as the page shows it.
type Breadcrumbs struct {
	// Label names the navigation for screen readers.
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
	// Pictures has what the service takes in the middle.
	Pictures PagePictures `json:"pictures"`
	// Review is the words of one customer about the service.
	Review *Testimonial `json:"review,omitempty"`
	// Order names the fields between the hero and the area block, in their order on the page.
	Order       []string            `json:"order"`
	Items       ChecklistSection    `json:"items"`
	Benefits    BenefitsSection     `json:"benefits"`
	Steps       StepsSection        `json:"steps"`
	Pricing     PricingSection      `json:"pricing"`
	NotAccepted *NotAcceptedSection `json:"notAccepted,omitempty"`
	FAQ         *FAQSection         `json:"faq,omitempty"`
	Links       []LinkNote          `json:"links"`
	Plans       *PlansSection       `json:"plans,omitempty"`
	Area        AreaBlock           `json:"area"`
	Contact     ContactSection      `json:"contact"`
}

// PagePictures are the scenes of a page below its hero.
type PagePictures struct {
	// Middle shows what the page is about from close up; empty where there is no such picture.
	Middle string `json:"middle,omitempty"`
	// After shows the place of the hero's scene when the job is done; empty where there is no such picture.
	After string `json:"after,omitempty"`
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
	// Tag hangs on the picture. It is the first line of the page's price list, unless the page's file has one of its
	// own; absent where there is neither.
	Tag *HeroTag `json:"tag,omitempty"`
}

// HeroTag is one fact in large, a price as a rule, under a few words on what it is of.
type HeroTag struct {
	Label string `json:"label"`
	Value string `json:"value"`
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

// BenefitsSection is the benefits of a service.
type BenefitsSection struct {
	Title string   `json:"title"`
	Cards []Reason `json:"cards"`
}

// StepsSection is what happens, in order.
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
	Label string    `json:"label"`
	Price PriceText `json:"price" tstype:"string"`
}

// NotAcceptedSection is what is not taken.
type NotAcceptedSection struct {
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
	// PopularLabel marks the popular plan, SavingsLabel is shown under a plan's savings.
	PopularLabel string   `json:"popularLabel"`
	SavingsLabel string   `json:"savingsLabel"`
	Terms        []string `json:"terms"`
	// ChooseHref with a plan's key after it is the address at which the form begins with that plan.
	ChooseHref string `json:"chooseHref"`
}

// Plan is one way to subscribe.
type Plan struct {
	// Key names the plan in the address of its button.
	Key  string `json:"key"`
	Name string `json:"name"`
	// Savings is a percentage, "25%".
	Savings string `json:"savings"`
	Text    string `json:"text"`
	Popular bool   `json:"popular,omitempty"`
	CTA     string `json:"cta"`
	// Message begins the form's message for those who chose the plan.
	Message string `json:"message"`
}

// AreaBlock is where a service is offered; its button leads to #contact.
type AreaBlock struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	CTA   string `json:"cta"`
	// Map is the map of the service area, All the link to the page with every place.
	Map AreaMap `json:"map"`
	All Link    `json:"all"`
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
	Services CategoryServices `json:"services"`
	Sections []TextBlock      `json:"sections"`
	Pricing  *PricingSection  `json:"pricing,omitempty"`
	Steps    *StepsSection    `json:"steps,omitempty"`
	FAQ      *FAQSection      `json:"faq,omitempty"`
	Area     AreaBlock        `json:"area"`
	Contact  ContactSection   `json:"contact"`
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
	Icon IconName `json:"icon" tstype:"string"`
	// Scene takes the place of the icon; a card has one of them.
	Scene SceneName `json:"scene,omitempty" tstype:"string"`
	Title string    `json:"title"`
	Text  string    `json:"text"`
	Href  string    `json:"href,omitempty"`
}

// CategoryServices is a category's price list.
type CategoryServices struct {
	Title    string          `json:"title"`
	Services []PricedService `json:"services"`
	// All leads to the page of all services.
	All Link `json:"all"`
}

// TextBlock is a titled text on a category's page, with or without a list.
type TextBlock struct {
	Title string   `json:"title"`
	Text  string   `json:"text"`
	Items []string `json:"items,omitempty"`
}
