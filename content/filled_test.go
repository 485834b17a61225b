package content

import (
	"reflect"
	"strings"
	"testing"
)

// TestPropsAreFilled looks for props that no page fills, though they are required or the program fills them, and for
// structured data without its values: nothing would be shown there, and no other test may miss it.
func TestPropsAreFilled(t *testing.T) {
	// The server fills these for a visitor, and a company's own pages are none of the program's.
	const ofServer = " Assets AreaAnswer EstimatorIsland FormEstimate Nav QuoteForm QuoteMore " +
		"ToastsIsland "
	const optional = " AreaBlock.CTA Brand.Rating CallToAction.Label CategoryFact.Href CategoryPage.Breadcrumbs " +
		"CityPage.Picture CityPage.Premium CityPage.Testimonials HomePage.Who Layout.AreaAsk " +
		"Layout.Feed LegalPage.Updated LinkedText.Href Meta.Card PriceGroup.Href PricingSection.Estimate " +
		"QuoteHero.Review ServiceHero.Slider ServiceHero.Tag ServicePage.Order ServicePage.Picture " +
		"TownsSection.CTA "
	s := site(t)
	info := BuildInfo{Year: 2031, Views: true, Sessions: true, FormsServer: "x", Cards: map[string]CardImage{},
		QuoteFields: []QuoteField{{Name: "message", Type: "text", Multiline: true, Required: true, Max: 9}},
		Assets:      Assets{Scenes: map[string]Scene{}}}
	for _, r := range s.Routes() {
		info.Cards[r.Path] = CardImage{URL: "/card.png", Alt: "x", Width: 1, Height: 1}
	}
	for _, used := range s.names {
		for _, end := range []string{"", "-after", "-items", "-job"} {
			info.Assets.Scenes[used.Name+end] = Scene{"/x.webp", "/x.webp 1w", "x", 1, 1}
		}
	}
	filled := map[string]bool{}
	var visit func(v reflect.Value)
	visit = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				visit(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				visit(v.Index(i))
			}
		case reflect.Map:
			for _, key := range v.MapKeys() {
				visit(v.MapIndex(key))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				field, value := v.Type().Field(i), v.Field(i)
				name := v.Type().Name() + "." + field.Name
				filled[name] = filled[name] || !value.IsZero() && (value.Kind() != reflect.Slice || value.Len() > 0) ||
					strings.Contains(string(field.Tag), ",omitempty") && !strings.Contains(optional, " "+name+" ") ||
					strings.Contains(ofServer, " "+v.Type().Name()+" ")
				if field.IsExported() {
					visit(value)
				}
			}
		}
	}
	pages := allPages(s, info)
	visit(reflect.ValueOf(pages))
	visit(reflect.ValueOf(s.Summaries()))
	visit(reflect.ValueOf(s.PagePictures()))
	for name, ok := range filled {
		if !ok {
			t.Errorf("no page fills %s", name)
		}
	}
	for path, page := range pages {
		for _, text := range layoutOf(t, page).Meta.StructuredData {
			if strings.Contains(text, "{}") || strings.Contains(text, "null") {
				t.Errorf("structured data of %s lacks values: %s", path, text)
			}
		}
	}
}
