package content

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"haulfront/content/company"
	"haulfront/content/load"
	"haulfront/content/wording"
)

type pricesPage struct {
	pageMeta
	// Loads is the caption of the prices by truckload.
	Loads   string
	Columns struct{ Service, Job, Load, Holds, Price string }
	PricesPage
}

// PricesPage is the props of "/prices": what the office says on the phone about prices, to print.
type PricesPage struct {
	Layout      Layout         `json:"layout" file:"-"`
	Breadcrumbs Breadcrumbs    `json:"breadcrumbs" file:"-"`
	Title       string         `json:"title"`
	Lead        string         `json:"lead"`
	Tables      []PriceTable   `json:"tables" file:"-"`
	Notes       []wording.Step `json:"notes"`
	Steps       StepsSection   `json:"steps"`
	QuoteBox    QuoteBox       `json:"quoteBox" file:"-"`
}

// PriceTable is the prices by truckload, or those of a category.
type PriceTable struct {
	Caption string       `json:"caption"`
	Columns []string     `json:"columns"`
	Groups  []PriceGroup `json:"groups"`
}

// PriceGroup is the prices of one load or service; Href is empty for a load.
type PriceGroup struct {
	Name string     `json:"name"`
	Href string     `json:"href,omitempty"`
	Rows []PriceRow `json:"rows"`
}

func (p *pricesPage) card(s *Site, _ string) (_, _ string, _ SceneName) {
	return p.Title, "", s.home.Hero.Scene
}

func (p *pricesPage) props(s *Site, info BuildInfo, r Route) any {
	page := p.PricesPage
	loads := load.Each(s.loads(), func(c *PriceTier) PriceGroup {
		return PriceGroup{Name: c.Name, Rows: []PriceRow{{c.Text, company.PriceText{Text: c.Price}}}}
	})
	if len(loads) > 0 {
		page.Tables = []PriceTable{{p.Loads, []string{p.Columns.Load, p.Columns.Holds, p.Columns.Price}, loads}}
	}
	for _, c := range s.services.Categories {
		groups := load.Each(c.jobs(), func(job *service) PriceGroup { return s.priceGroup(*job, loads) })
		columns := []string{p.Columns.Service, p.Columns.Job, p.Columns.Price}
		page.Tables = append(page.Tables, PriceTable{c.Name, columns, groups})
	}
	minimum := s.minimum()
	page.Notes = slices.Clone(p.Notes)
	for i := range page.Notes {
		page.Notes[i].Text = minimum.Replace(page.Notes[i].Text)
	}
	page.Notes = append(s.extras(), page.Notes...)
	page.Breadcrumbs, page.QuoteBox = s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, p.Title), s.quoteBox()
	page.Layout = s.routeLayout(info, r.Path, QuoteContact, &p.Meta, s.breadcrumbData(info, r.Path, page.Breadcrumbs))
	return page
}

// priceGroup is a rate, and the prices on the page but those of loads and, beside a rate, of other services. Without
// any of them, it is the price of the service itself.
func (s *Site) priceGroup(item service, loads []PriceGroup) PriceGroup {
	group := PriceGroup{Name: item.Name, Href: item.href()}
	if page, ok := s.pages[group.Href].(*servicePage); ok {
		for _, row := range page.Pricing.Rows {
			same := func(load PriceGroup) bool { return load.Rows[0].Price.Text == row.Price.Text }
			isOther := item.Rate != "" && s.pricedAt[row.Price.Key] != group.Href
			if !isOther && !slices.ContainsFunc(loads, same) {
				group.Rows = append(group.Rows, row)
			}
		}
	}
	if group.Rows == nil || item.Rate != "" {
		group.Rows = slices.Insert(group.Rows, 0, PriceRow{item.About, company.PriceText{Text: item.price()}})
	}
	return group
}

// extras are the charges on top of the prices, the drives to nearer towns first.
func (s *Site) extras() (notes []wording.Step) {
	miles := map[string]float64{}
	for _, t := range slices.Concat(s.Towns.Cities, s.Towns.Also) {
		miles[t.Drive] = max(miles[t.Drive], s.Geography.Miles(t.Latitude, t.Longitude))
	}
	order := func(a, b string) int { return cmp.Or(cmp.Compare(miles[a], miles[b]), cmp.Compare(a, b)) }
	for _, key := range slices.SortedFunc(maps.Keys(s.PriceList.Prices), order) {
		if p := s.PriceList.Prices[key]; p.Extra != "" {
			notes = append(notes, wording.Step{Title: p.Extra, Text: p.String() + "."})
		}
	}
	return notes
}

// minimum replaces [minimum] by the lowest price and [services] by those that have it.
func (s *Site) minimum() *strings.Replacer {
	lowest, names := 0, []string(nil)
	for _, c := range s.services.Categories {
		for _, service := range c.jobs() {
			for _, price := range service.Prices[:min(1, len(service.Prices))] {
				if lowest == 0 || price.Low < lowest {
					lowest, names = price.Low, nil
				}
				if price.Low == lowest {
					names = append(names, service.Name)
				}
			}
		}
	}
	return strings.NewReplacer("[minimum]", company.Dollars(lowest), "[services]", company.Enumerate(names, "and"))
}

// findCovered warns of prices of the folder that the office covers with others: changes of them show nowhere.
func (s *Site) findCovered(d *load.Decoder) {
	const file = "prices.yaml"
	s.Covered = map[string]company.Price{}
	data, _ := load.ReadFile(d.Fsys, file) // decoding has the diagnostics
	root, _ := load.ParseYAML(file, string(data))
	for key, shown := range s.PriceList.Prices {
		var own company.Price
		node := load.Child[ast.Node](load.Child[ast.Node](root, "prices"), key)
		if !strings.HasPrefix(d.Positions[shown].File, officeLayer+"/") || node == nil ||
			yaml.NodeToValue(node, &own) != nil || own == *shown {
			continue
		}
		s.Covered[key] = own
		d.Warnings.Add(load.Position{File: file, Line: node.GetToken().Position.Line},
			fmt.Sprintf("the price %q is %s, and the office has set it to %s", key, own, shown),
			"wanted the same, or the office's change taken back at /office/site")
	}
}
