package content

// CityPage is the props of "/locations/…".
type CityPage struct {
	Layout      Layout      `json:"layout"`
	Breadcrumbs Breadcrumbs `json:"breadcrumbs"`
	Hero        CityHero    `json:"hero"`
	// Pictures has a job in the city in the middle.
	Pictures PagePictures `json:"pictures"`
	// Order names the fields between the hero and the call to action, in their order on the page.
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

// PartnersSection is where junk goes, by kind of partner.
type PartnersSection struct {
	Title    string    `json:"title"`
	Lead     string    `json:"lead,omitempty"`
	Partners []Partner `json:"partners"`
}

// Partner is a kind of place that takes junk, and what it does with it.
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

// CallToAction is a closing appeal with a button, which leads to #contact.
type CallToAction struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Label string `json:"label"`
}
