package content

import "fmt"

// layoutSource is layout.yaml.
type layoutSource struct {
	SkipLabel string `yaml:"skipLabel"`
	Nav       struct {
		About          Link   `yaml:"about"`
		ContactLabel   string `yaml:"contactLabel"`
		QuoteLabel     string `yaml:"quoteLabel"`
		MenuLabel      string `yaml:"menuLabel"`
		CloseLabel     string `yaml:"closeLabel"`
		ServicesLabel  string `yaml:"servicesLabel"`
		LocationsLabel string `yaml:"locationsLabel"`
		AllLabel       string `yaml:"allLabel"`
		CallLabel      string `yaml:"callLabel"`
	} `yaml:"nav"`
	Footer struct {
		Blurb           string   `yaml:"blurb"`
		QuickLinksTitle string   `yaml:"quickLinksTitle"`
		QuickLinks      []Link   `yaml:"quickLinks"`
		ContactTitle    string   `yaml:"contactTitle"`
		ContactLines    []string `yaml:"contactLines"`
		LocationsTitle  string   `yaml:"locationsTitle"`
		LegalLabel      string   `yaml:"legalLabel"`
		Legal           []Link   `yaml:"legal"`
		Rights          string   `yaml:"rights"`
	} `yaml:"footer"`
	CallBar struct {
		Call  string `yaml:"call"`
		Text  string `yaml:"text"`
		Quote string `yaml:"quote"`
	} `yaml:"callBar"`
	Toasts struct {
		RegionLabel  string `yaml:"regionLabel"`
		DismissLabel string `yaml:"dismissLabel"`
	} `yaml:"toasts"`
}

// Brand is the company as every page shows it.
func (s *Site) Brand() Brand {
	c := &s.business
	return Brand{
		Name: c.Name, ShortName: c.ShortName, Descriptor: c.Descriptor,
		Phone: Link{c.Phone, "tel:" + c.digits()}, Text: Link{c.Phone, "sms:" + c.digits()}, Email: Link{c.Email, "mailto:" + c.Email},
		Hours: c.Hours.short(), Rating: c.Rating.props(s.shared.RatingArea),
	}
}

// pageLayout is the layout of a page. Its contact links lead to quote: "#contact" where the page has that section, and
// "/get-quote#contact" where it has not.
func (s *Site) pageLayout(info BuildInfo, path, quote string, meta Meta) Layout {
	c, src := &s.business, &s.layout
	if card, ok := info.Cards[path]; ok {
		card.URL = s.base(info) + card.URL
		meta.Card = &card
	}
	brand := s.Brand()
	forms := Forms{Server: info.FormsServer}
	if info.NoForms {
		forms.ByPhone = s.quote.ByPhone
	}
	return Layout{
		Path: path, Forms: forms, Meta: meta, Assets: info.Assets, SkipLabel: src.SkipLabel, Views: info.Views, Sessions: info.Sessions,
		Brand: brand, Opening: s.opening(), Estimate: s.estimate().Link, AreaAsk: s.areaAsk(),
		Nav: Nav{
			About: src.Nav.About, Contact: Link{src.Nav.ContactLabel, quote}, Quote: Link{src.Nav.QuoteLabel, quote},
			MenuLabel: src.Nav.MenuLabel, CloseLabel: src.Nav.CloseLabel,
			Menus: MenusIsland{
				ServicesLabel: src.Nav.ServicesLabel, LocationsLabel: src.Nav.LocationsLabel, AllLabel: src.Nav.AllLabel, Current: path,
				AllServices: Link{s.shared.AllServices, servicesPath}, AllLocations: Link{s.shared.AllLocations, locationsPath},
				Services: s.services.menu(&s.prices), Locations: links(s.area.listed()),
				CallLabel: src.Nav.CallLabel, Phone: brand.Phone,
			},
		},
		Footer: Footer{
			Blurb: src.Footer.Blurb, QuickLinksTitle: src.Footer.QuickLinksTitle, QuickLinks: src.Footer.QuickLinks,
			ContactTitle: src.Footer.ContactTitle, ContactLines: src.Footer.ContactLines,
			LocationsTitle: src.Footer.LocationsTitle, Locations: s.cityLinks(),
			LegalLabel: src.Footer.LegalLabel, Legal: src.Footer.Legal,
			Copyright: fmt.Sprintf("© %d %s. %s", info.Year, c.Name, src.Footer.Rights),
		},
		CallBar: CallBar{
			Call: Link{src.CallBar.Call, brand.Phone.Href}, Text: Link{src.CallBar.Text, brand.Text.Href}, Quote: Link{src.CallBar.Quote, quote},
		},
		Toasts: ToastsIsland{RegionLabel: src.Toasts.RegionLabel, DismissLabel: src.Toasts.DismissLabel, Toasts: []Toast{}},
	}
}
