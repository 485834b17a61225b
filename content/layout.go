package content

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/contact"
	"haulfront/content/holiday"
	"haulfront/content/load"
	"haulfront/content/wording"
)

type layoutSource struct {
	SkipLabel string
	Nav       struct {
		About Link

		ContactLabel, QuoteLabel, MenuLabel, MoreLabel, ServicesLabel, LocationsLabel, AllLabel, CallLabel string
	}
	Footer  Footer
	CallBar struct{ Call, Text, Quote string }
	Toasts  ToastsIsland
}

// Link is a text and its target: a path of this site, a fragment, or a tel:, sms: or mailto: address.
type Link struct {
	Label string `json:"label"`
	Href  string `json:"href"`
}

// Meta is a page's metadata for search engines and social networks.
type Meta struct {
	// Title is the <title>, at most 60 characters.
	Title string `json:"title"`
	// Description is 70 to 160 characters.
	Description string `json:"description"`
	// Canonical is absolute, built from BASE_URL; empty on pages that are not to be indexed.
	Canonical string   `json:"canonical"`
	Keywords  []string `json:"keywords"`
	// Type is the Open Graph type, "website" or "article".
	Type    string `json:"type"`
	NoIndex bool   `json:"noIndex"`
	// Alternates are the page and its sisters in other languages.
	Alternates []Alternate `json:"alternates,omitempty"`
	// Card is the picture of a shared link; nil on pages that are not to be indexed.
	Card           *CardImage `json:"card,omitempty"`
	StructuredData []string   `json:"structuredData"`
}

// CardImage is the picture that social networks show for a shared link.
type CardImage struct {
	// URL is absolute.
	URL    string `json:"url"`
	Alt    string `json:"alt"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Assets are the addresses of built files, with their content hashes.
type Assets struct {
	// Stylesheet is empty if the page contains its Style.
	Stylesheet string `json:"stylesheet,omitempty"`
	Style      string `json:"style,omitempty"`
	// LateStylesheet is of what no first screen shows; empty if there is none, as in development.
	LateStylesheet string    `json:"lateStylesheet,omitempty"`
	Script         string    `json:"script"`
	Fonts          [2]string `json:"fonts"` // of the display face, then of the text face
	// Icon is the site's icon in the brand's colors; empty if the built icon has them.
	Icon string `json:"icon"`
	// Mark is the company's mark on its tile; empty for the built-in company's, which components draw.
	Mark       string `json:"mark,omitempty"`
	Background string `json:"background"`
	// Form is the file of the props that all quote forms share; without it, each page contains them.
	Form *PropsFile `json:"form,omitempty"`
	// Picker is the file of the home page's truck; nil if it has none.
	Picker *PropsFile `json:"picker,omitempty"`
	// Estimator is the file of the estimator.
	Estimator *PropsFile       `json:"estimator,omitempty"`
	Scenes    map[string]Scene `json:"scenes"`
}

// PropsFile is a JSON file of the props that an island has on many pages.
type PropsFile struct {
	// Src is its address, Has are the names of the props.
	Src string   `json:"src"`
	Has []string `json:"has"`
}

// Scene is a picture drawn by components/art, or the photograph that replaces it.
type Scene struct {
	Src string `json:"src"`
	// Srcset lists a photograph's widths; it is empty for a drawing, which is sharp at every size.
	Srcset string `json:"srcset"`
	Alt    string `json:"alt"`
	// Width and Height are its own size in CSS pixels.
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Layout is the frame of every page: head, header, footer, call bar, toasts.
type Layout struct {
	Path      string       `json:"path"`
	Lang      string       `json:"lang"`
	Meta      Meta         `json:"meta"`
	Assets    Assets       `json:"assets"`
	Brand     Brand        `json:"brand"`
	Nav       Nav          `json:"nav"`
	Footer    Footer       `json:"footer"`
	CallBar   CallBar      `json:"callBar"`
	SkipLabel string       `json:"skipLabel"`
	Toasts    ToastsIsland `json:"toasts"`
	Feed      string       `json:"feed,omitempty"`
	// Estimate leads to the estimator, nowhere without one. AreaAsk is the form for a ZIP code, nil without one.
	Estimate Link             `json:"estimate"`
	AreaAsk  *wording.AreaAsk `json:"areaAsk,omitempty"`
	Opening  company.Opening  `json:"opening"`
	Notices  []string         `json:"notices,omitempty"`
	Views    bool             `json:"views"`
	Sessions bool             `json:"sessions"`
	// Trackers are nil on pages without a route, whose address may be a slip of a secret one.
	Trackers company.Trackers `json:"trackers,omitempty"`
	Forms    Forms            `json:"forms"`
}

// Forms configures the quote forms of exported pages. It is empty for pages that the program serves itself.
type Forms struct {
	// Server is the address of the program that takes the forms, the views and the sessions, without a trailing slash.
	Server string `json:"server,omitempty"`
	// ByPhone replaces the forms if no program takes them.
	ByPhone string `json:"byPhone,omitempty"`
}

// Brand is the company as every page shows it.
type Brand struct {
	Name string `json:"name"`
	// ShortName is the part of Name that the header shows large, Descriptor the small rest.
	ShortName  string `json:"shortName"`
	Descriptor string `json:"descriptor"`
	// Phone is the formatted number with its tel: link, Text the sms: link to the same number.
	Phone  Link    `json:"phone"`
	Text   Link    `json:"text"`
	Email  Link    `json:"email"`
	Hours  string  `json:"hours"`
	Rating *Rating `json:"rating,omitempty"`
}

// Rating is the average of the company's reviews.
type Rating struct {
	// Stars is the average in whole stars, Value the formatted average, "5.0".
	Stars int    `json:"stars"`
	Value string `json:"value"`
	// Reviews is their number, "150 reviews", Area their origin.
	Reviews string `json:"reviews"`
	Area    string `json:"area"`
	Href    string `json:"href,omitempty"`
	// Label is the rating for screen readers, "5.0 out of 5 stars".
	Label string `json:"label"`
}

// Nav is the header's navigation, shared by the menus and the phone's sheet.
type Nav struct {
	About Link `json:"about"`
	// Pages are the company's own. Those for which the header has no space are under MoreLabel.
	Pages     []Link      `json:"pages"`
	Contact   Link        `json:"contact"`
	Quote     Link        `json:"quote"`
	MenuLabel string      `json:"menuLabel"`
	MoreLabel string      `json:"moreLabel"`
	Menus     MenusIsland `json:"menus"`
}

// MenusIsland is the props of the header's two menus.
type MenusIsland struct {
	ServicesLabel  string `json:"servicesLabel"`
	LocationsLabel string `json:"locationsLabel"`
	// AllLabel precedes a category's name in the link to its page: "All of Commercial".
	AllLabel     string     `json:"allLabel"`
	AllServices  Link       `json:"allServices"`
	AllLocations Link       `json:"allLocations"`
	Current      string     `json:"current"`
	Services     []Category `json:"services"`
	Locations    []Link     `json:"locations"`
	CallLabel    string     `json:"callLabel"`
	Phone        Link       `json:"phone"`
}

// Category is a group of services with its own page.
type Category struct {
	Name     string     `json:"name"`
	Href     string     `json:"href"`
	Services []MenuLink `json:"services"`
}

// MenuLink leads to a service and shows its price.
type MenuLink struct {
	Label string `json:"label"`
	Href  string `json:"href"`
	Price string `json:"price"`
}

// Footer closes every page.
type Footer struct {
	Blurb           string   `json:"blurb"`
	QuickLinksTitle string   `json:"quickLinksTitle"`
	QuickLinks      []Link   `json:"quickLinks"`
	ContactTitle    string   `json:"contactTitle"`
	ContactLines    []string `json:"contactLines"`
	LocationsTitle  string   `json:"locationsTitle"`
	Locations       []Link   `json:"locations" file:"-"`
	LegalLabel      string   `json:"legalLabel"`
	Legal           []Link   `json:"legal"`
	// Copyright begins with the current year at the office and ends with Rights.
	Copyright string `json:"copyright" file:"-"`
	Rights    string `json:"-" file:"rights"`
}

// CallBar is the bar of three actions at the bottom of a phone's screen.
type CallBar struct {
	Call  Link `json:"call"`
	Text  Link `json:"text"`
	Quote Link `json:"quote"`
}

// ToastsIsland is the props of the region in which toasts appear.
type ToastsIsland struct {
	RegionLabel  string          `json:"regionLabel"`
	DismissLabel string          `json:"dismissLabel"`
	Toasts       []wording.Toast `json:"toasts" file:"-"`
}

// Brand is the company as every page shows it.
func (s *Site) Brand() Brand {
	c := &s.Business
	tel, sms := contact.ParsePhone(c.Phone).LocalLinks()
	if c.SendsNoTexts() {
		sms = ""
	}
	brand := Brand{
		Name: c.Name, ShortName: c.ShortName, Descriptor: c.Descriptor,
		Phone: Link{c.Phone, tel}, Text: Link{c.Phone, sms}, Email: Link{c.Email, contact.MailLink(c.Email)},
		Hours: s.FactWords.Localize(c.Hours.Short()),
	}
	if r := c.Rating; r != nil {
		value := fmt.Sprintf("%.1f", r.Value)
		brand.Rating = &Rating{
			Stars: int(math.Round(r.Value)), Value: value, Label: value + " out of 5 stars",
			Reviews: company.Thousands(r.Count) + " reviews", Area: s.shared.RatingArea, Href: c.ReviewsURL,
		}
	}
	return brand
}

// routeLayout is the layout of the page at a path. Its contact links lead to quote: contactAnchor or QuoteContact.
func (s *Site) routeLayout(info BuildInfo, path, quote string, meta *metaSource, structured ...string) Layout {
	return s.pageLayout(info, path, quote, Meta{
		Title: meta.Title, Description: meta.Description, Canonical: s.base(info) + path, Type: "website",
		Keywords: append([]string{}, meta.Keywords...), StructuredData: append([]string{}, structured...),
		Alternates: s.alternates(info, path),
	})
}

func (s *Site) pageLayout(info BuildInfo, path, quote string, meta Meta) Layout {
	src := &s.layout
	if card, ok := info.Cards[path]; ok {
		card.URL = s.base(info) + card.URL
		meta.Card = &card
	}
	brand := s.Brand()
	layout := Layout{
		Path: path, Lang: s.Language(path), Meta: meta, Assets: info.Assets, SkipLabel: src.SkipLabel, Brand: brand,
		Opening: s.OpeningProps(s.shared.Opening), Notices: s.Business.Notices, Views: info.Views,
		Sessions: info.Sessions, Estimate: s.estimateLink(),
		Nav: Nav{
			About: src.Nav.About, Contact: Link{src.Nav.ContactLabel, quote}, Quote: s.quoteLink(quote),
			MenuLabel: src.Nav.MenuLabel, MoreLabel: src.Nav.MoreLabel,
			Menus: MenusIsland{
				ServicesLabel: src.Nav.ServicesLabel, LocationsLabel: src.Nav.LocationsLabel,
				AllLabel: src.Nav.AllLabel, AllServices: Link{s.shared.AllServices, servicesPath},
				AllLocations: Link{s.shared.AllLocations, locationsPath}, Current: path,
				Locations: links(s.Towns.Listed()),
				CallLabel: src.Nav.CallLabel, Phone: brand.Phone,
			},
		},
		Footer: src.Footer,
		CallBar: CallBar{
			Call: Link{src.CallBar.Call, brand.Phone.Href}, Text: Link{src.CallBar.Text, brand.Text.Href},
			Quote: Link{src.CallBar.Quote, quote},
		},
		Toasts: src.Toasts, Forms: Forms{Server: info.FormsServer},
	}
	layout.Nav.Menus.Services = load.Each(s.services.Categories, func(c *category) Category {
		return c.menu(c.Services, s.FactWords.Localize)
	})
	menu, footer := s.pageLinks()
	layout.Nav.Pages = menu
	layout.Footer.QuickLinks = slices.Concat(src.Footer.QuickLinks, footer)
	if !s.lacks(KindBlog.Row()) {
		layout.Feed = FeedPath
	}
	if !s.Business.IsOff(company.PartZIP) && layout.Estimate.Href != "" {
		layout.AreaAsk = &s.estimatePage.Area.AreaAsk
	}
	lines := slices.Clone(src.Footer.ContactLines)
	if closed := holiday.Soon(s.Business.Hours.Holidays, info.Today); closed != nil {
		text := load.Capitalize(s.FactWords.Localize("closed " + holiday.Text(closed)))
		lines = slices.Insert(lines, cmp.Or(slices.Index(lines, brand.Hours)+1, len(lines)), text)
	}
	if at := s.Business.Address; at != nil {
		lines = slices.Insert(lines, 0, at.String())
	}
	layout.Footer.ContactLines = lines
	if path != "" {
		layout.Trackers = s.Business.Trackers
	}
	layout.Footer.Locations = s.cityLinks()
	layout.Footer.Copyright = fmt.Sprintf("© %d %s. %s", info.Year, strings.TrimSuffix(s.Business.Name, "."),
		src.Footer.Rights)
	layout.Toasts.Toasts = []wording.Toast{}
	if s.noForms {
		layout.Forms.ByPhone = s.quote.ByPhone
	}
	return layout
}
