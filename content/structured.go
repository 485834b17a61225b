package content

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"haulfront/content/company"
	"haulfront/content/holiday"
)

// This file makes the structured data of https://schema.org, as Google reads it:
// https://developers.google.com/search/docs/appearance/structured-data/local-business.

// Constants of structured data. The ids of the company and the site come after the site's address.
const (
	BusinessID    = "/#business"
	WebsiteID     = "/#website"
	SchemaContext = "https://schema.org" // its @context
	currency      = "USD"                // of all prices (ISO 4217)
)

// object is a JSON object: keys and values in turn, in the order in which they are written. It leaves out nil and "".
type object []any

func (o object) MarshalJSON() ([]byte, error) {
	out := bytes.NewBufferString("{")
	for i := 0; i < len(o); i += 2 {
		if o[i+1] == nil || o[i+1] == "" {
			continue
		}
		value, err := json.Marshal(o[i+1])
		if err != nil {
			return nil, err
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "%q:%s", o[i], value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// schemaDocument is the JSON of a document, safe inside a script element: encoding/json escapes <, > and &.
func schemaDocument(kind string, rest ...any) string {
	text, err := json.Marshal(append(object{"@context", SchemaContext, "@type", kind}, rest...))
	if err != nil {
		panic("content: structured data: " + err.Error())
	}
	return string(text)
}

func (s *Site) company(info BuildInfo) object {
	return object{
		"@type", "Organization", "@id", s.base(info) + BusinessID, "name", s.Business.Name, "url", s.base(info) + "/",
	}
}

func (s *Site) imageURL(info BuildInfo, scene string) string {
	if picture, ok := info.Assets.Scenes[scene]; ok {
		return s.base(info) + picture.Src
	}
	return ""
}

func (s *Site) servedCities() (cities []object) {
	for _, t := range s.Towns.ShownTowns() {
		var state any
		if t.State != "" {
			state = object{"@type", "State", "name", t.State}
		}
		for _, name := range company.Names([]company.Town{t}) {
			cities = append(cities, object{"@type", "City", "name", name, "containedInPlace", state})
		}
	}
	return cities
}

func (s *Site) businessData(info BuildInfo, scene string) string {
	c := &s.Business
	var hours, special []object
	add := func(shifts []company.Shift, rest ...any) {
		for _, shift := range shifts {
			hours = append(hours, append(object{"@type", "OpeningHoursSpecification", "dayOfWeek", shift.Days,
				"opens", shift.Opens, "closes", shift.Closes}, rest...))
		}
	}
	add(c.Hours.Shifts())
	for _, season := range c.Hours.Seasons {
		from, to := season.Dates(info.Year)
		week, shifts := c.Hours.In(&season), c.Hours.In(&season).Shifts()
		opens := func(day string) bool { return slices.Contains(week.WorkingDays(), day) }
		if closed := slices.DeleteFunc(c.Hours.WorkingDays(), opens); len(closed) > 0 {
			shifts = append(shifts, company.Shift{Days: closed, Opens: "00:00", Closes: "00:00"})
		}
		add(shifts, "validFrom", from.Format(time.DateOnly), "validThrough", to.Format(time.DateOnly))
	}
	for _, days := range holiday.Soon(c.Hours.Holidays, info.Today) {
		special = append(special, object{"@type", "OpeningHoursSpecification", "opens", "00:00", "closes", "00:00",
			"validFrom", days.From, "validThrough", days.To})
	}
	data := object{
		"@id", s.base(info) + BusinessID, "name", c.Name, "url", s.base(info) + "/",
		"telephone", "+1 " + c.Phone, // the country code before the number as pages show it
		"email", c.Email, "description", c.Description, "image", s.imageURL(info, scene), "priceRange", c.PriceRange,
		"areaServed", s.servedCities(), "openingHoursSpecification", hours,
	}
	if at := c.Address; at != nil {
		data = append(data, "address", object{"@type", "PostalAddress", "streetAddress", at.Street,
			"addressLocality", at.City, "addressRegion", at.State, "postalCode", at.ZIP, "addressCountry", "US"})
	}
	if special != nil {
		data = append(data, "specialOpeningHoursSpecification", special)
	}
	if len(c.SameAs) > 0 {
		data = append(data, "sameAs", c.SameAs)
	}
	if c.Rating != nil {
		value := fmt.Sprintf("%.1f", c.Rating.Value)
		data = append(data, "aggregateRating",
			object{"@type", "AggregateRating", "ratingValue", value, "reviewCount", c.Rating.Count})
	}
	return schemaDocument(c.SchemaType, data...)
}

func (s *Site) breadcrumbData(info BuildInfo, path string, breadcrumbs Breadcrumbs) string {
	steps := make([]object, len(breadcrumbs.Items))
	for i, b := range breadcrumbs.Items {
		href := s.base(info) + cmp.Or(b.Href, path)
		steps[i] = object{"@type", "ListItem", "position", i + 1, "name", b.Label, "item", href}
	}
	return schemaDocument("BreadcrumbList", "itemListElement", steps)
}

func (s *Site) listData(info BuildInfo, links []Link) string {
	items := make([]object, len(links))
	for i, link := range links {
		items[i] = object{"@type", "ListItem", "position", i + 1, "name", link.Label, "url", s.base(info) + link.Href}
	}
	return schemaDocument("ItemList", "numberOfItems", len(items), "itemListElement", items)
}

func specification(p *company.Price) object {
	spec := object{"@type", "PriceSpecification", "priceCurrency", currency}
	if p.High == 0 && !p.Plus && !p.From {
		return append(spec, "price", p.Low)
	}
	if spec = append(spec, "minPrice", p.Low); p.High != 0 && !p.Plus {
		spec = append(spec, "maxPrice", p.High)
	}
	return spec
}

func offers(rows []PriceRow) any {
	var list []object
	for _, row := range rows {
		if p := row.Price.Price; p != nil {
			list = append(list, object{
				"@type", "Offer", "name", row.Label, "priceCurrency", currency, "priceSpecification", specification(p),
			})
		}
	}
	if list == nil {
		return nil
	}
	return list
}

func (s *Site) articleData(info BuildInfo, path, description string, page ArticlePage) string {
	url := s.base(info) + path
	return schemaDocument("BlogPosting", "@id", url+"#article", "headline", page.Title, "description", description,
		"datePublished", page.DateISO, "url", url, "mainEntityOfPage", object{"@id", url},
		"author", s.company(info), "publisher", s.company(info), "inLanguage", "en-US",
		"image", s.imageURL(info, page.Scene))
}
