package edits

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/content/clock"
	"haulfront/content/company"
	"haulfront/content/load"
)

// A sitePart is a part of the site that users change. Its words are in office.yaml under its name.
type sitePart struct {
	name string
	// key is the field that names an item among those of the part, "" if the part is one item.
	key    string
	fields []siteField
	// check completes the values of a form, and returns why they cannot be used.
	check func(values map[string]string, now time.Time) error
}

// siteField is a field of a part's form, with the type of its input.
type siteField struct{ name, input string }

// The inputs that are no types of HTML's input elements.
const (
	inputArea   = "textarea"
	inputSelect = "select"
	inputPhoto  = "photo"
)

// siteParts are the parts, in the order of the page.
var siteParts = []sitePart{
	{"notice", "", []siteField{{"text", inputArea}, {"from", "date"}, {"until", "date"}}, checkDays},
	{"now", "", []siteField{{"text", "text"}, {"until", "time"}}, checkUntil},
	{"closed", "day", []siteField{{"day", "date"}, {"until", "date"}, {"text", "text"}}, checkClosed},
	{truckPart, "truck", []siteField{{"truck", inputSelect}, {"from", "date"}, {"until", "date"}}, checkTruck},
	{"price", "price", []siteField{{"price", inputSelect}, {"low", "number"}, {"high", "number"}}, unchecked},
	{"review", "id", []siteField{{"name", "text"}, {"town", "text"}, {"date", "date"}, {"stars", inputSelect},
		{"text", inputArea}, {"source", "url"}, {"given", "checkbox"}}, checkReview},
	{photoPart, "place", []siteField{{quote.PhotosName, inputPhoto}, {"place", inputSelect}, {"text", "text"}},
		checkPhoto},
}

// truckPart has the trucks that are out of service; a company with one truck closes its days.
const truckPart = "truck"

// reviewFine is the most that each fabricated review can cost in 2026 (16 CFR Part 465; the amount is in 16 CFR 1.98).
const reviewFine = "$53,088"

// maxChanges is the number of changes that the page lists.
const maxChanges = 30

// Page returns the page on which users change the site, without its layout. After a form that was refused with a
// message, it has what was typed.
func (e *Editor) Page(ctx context.Context, typed url.Values, message string) (page office.SitePage, err error) {
	items, err := present(ctx, e.Journal.Reader())
	if err != nil {
		return page, err
	}
	changes, err := query(ctx, e.Journal.Reader(),
		`TRUE ORDER BY number DESC LIMIT `+strconv.Itoa(maxChanges))
	if err != nil {
		return page, err
	}
	w := e.words()
	words := w.Office().Site
	page = office.SitePage{Lead: words.Lead, Message: message, History: words.History, Remove: words.Remove,
		Back: words.Back, Changes: []office.SiteChange{}}
	for _, part := range siteParts {
		if part.name == truckPart && len(w.Business.Trucks) < 2 {
			continue
		}
		page.Parts = append(page.Parts, e.form(part, items, typed))
	}
	for _, part := range page.Parts {
		for i := range part.Items {
			if err := e.addBooked(ctx, &part.Items[i], items); err != nil {
				return page, err
			}
		}
	}
	seen := map[string]bool{}
	for _, change := range changes {
		part, _ := change.part()
		entry := office.SiteChange{Title: words.Parts[part].Title, Text: w.text(change),
			By: e.ActorName(change.actor) + ", " + w.TimeWords(change.at)}
		if !seen[change.name] {
			entry.Number = change.number
		}
		seen[change.name] = true
		page.Changes = append(page.Changes, entry)
	}
	return page, nil
}

// addBooked adds to closed days and to a truck out of service the jobs that are booked then, with a link to the first;
// to other items nothing.
func (e *Editor) addBooked(ctx context.Context, item *office.SiteItem, items []edit) error {
	jobs, words := 0, e.words().Office().Site
	of := items[slices.IndexFunc(items, func(of edit) bool { return of.name == item.Item })]
	part, _ := of.part()
	if part != "closed" && part != truckPart {
		return nil
	}
	for _, date := range daysFrom(cmp.Or(of.values["from"], of.values["day"]), of.values["until"]) {
		day, err := time.ParseInLocation(time.DateOnly, date, e.words().Location())
		if err != nil {
			return err
		}
		booked, err := e.BookedOn(ctx, day, of.values["truck"])
		if err != nil {
			return err
		}
		if jobs == 0 && booked > 0 {
			item.Day = office.DayPath + "?date=" + date
		}
		jobs += booked
	}
	if jobs > 0 {
		item.Booked = office.Counted(words.BookedOne, words.Booked, jobs)
	}
	return nil
}

// form returns the form of a part, with its items.
func (e *Editor) form(part sitePart, items []edit, typed url.Values) office.SitePart {
	w := e.words()
	words := w.Office().Site.Parts[part.name]
	form := office.SitePart{Name: part.name, Title: words.Title, Save: words.Save,
		Open: typed.Get("part") == part.name, Items: []office.SiteItem{}}
	form.Hint = strings.ReplaceAll(words.Hint, "[fine]", reviewFine)
	values := map[string]string{}
	for _, item := range items {
		if name, _ := item.part(); name != part.name {
			continue
		}
		shown := office.SiteItem{Item: item.name, Text: w.text(item)}
		_, key := item.part()
		if own, differs := w.Covered[key]; differs && part.name == "price" {
			shown.Text += " · " + strings.ReplaceAll(w.Office().Site.Folder, "[price]", own.String())
		}
		if id := item.values[quote.PhotosName]; id != "" {
			shown.Photo = Path + "/photos/" + id
		}
		form.Items = append(form.Items, shown)
		if part.key == "" {
			values = item.values
		}
	}
	for _, field := range part.fields {
		value := values[field.name]
		if field.input == "time" {
			_, value, _ = strings.Cut(value, "T")
		}
		if form.Open {
			value = typed.Get(field.name)
		}
		form.Fields = append(form.Fields, office.SiteField{Name: field.name, Label: words.Fields[field.name],
			Input: field.input, Value: value, Options: w.options(field.name)})
	}
	return form
}

// options returns the options of a field: the shown prices with what they are now, stars, and places of photographs.
func (w words) options(field string) []office.Choice {
	options := []office.Choice{}
	switch field {
	case "price":
		for key, price := range w.PriceList.Prices {
			if !w.Shows("price." + key) {
				continue
			}
			options = append(options, office.Choice{Label: w.priceName(key) + ": " + price.String(), Value: key})
		}
		slices.SortFunc(options, func(a, b office.Choice) int { return cmp.Compare(a.Label, b.Label) })
	case "truck":
		for _, name := range w.Business.Trucks {
			options = append(options, office.Choice{Label: name, Value: name})
		}
	case "place":
		return w.photoPlaces()
	case "stars":
		for n := 5; n > 0; n-- {
			options = append(options, office.Choice{Label: strconv.Itoa(n), Value: strconv.Itoa(n)})
		}
	}
	return options
}

// priceName returns the name of the load with a price, or the key of the price as a name.
func (w words) priceName(key string) string {
	for _, truck := range w.Prices().Loads {
		if truck.Price.Key == key {
			return truck.Name
		}
	}
	return cmp.Or(w.Office().Site.Parts["price"].Names[key], load.Capitalize(strings.ReplaceAll(key, "_", " ")))
}

// text returns the values of an item in words, with its key if it is gone.
func (w words) text(item edit) string {
	v := item.values
	part, key := item.part()
	var parts []string
	switch part {
	case "notice", truckPart:
		parts = []string{cmp.Or(v["text"], key), dayText(v["from"])}
		if v["until"] != v["from"] {
			parts[1] += " – " + dayText(v["until"])
		}
	case "now":
		_, timeOfDay, _ := strings.Cut(v["until"], "T")
		parts = []string{v["text"], "– " + clock.Format(timeOfDay, "3:04pm")}
	case "closed":
		parts = []string{dayText(key), v["text"]}
		if until := v["until"]; until != "" && until != key {
			parts[0] += " – " + dayText(until)
		}
	case "price":
		parts = []string{w.priceName(key), strings.TrimSuffix(dollars(v["low"])+"–"+dollars(v["high"]), "–")}
	case photoPart:
		parts = []string{key, v["text"]} // pages and people come and go
		for _, place := range w.photoPlaces() {
			if place.Value == key {
				parts[0] = place.Label
			}
		}
	case "review":
		parts = []string{v["name"], v["town"], v["text"]}
	}
	if v == nil {
		parts = append(slices.DeleteFunc(parts[:1], func(string) bool { return key == "" }), w.Office().Site.Gone)
	}
	return strings.Join(slices.DeleteFunc(parts, func(text string) bool { return text == "" }), " · ")
}

// dollars formats a whole number of dollars; "" for what is none.
func dollars(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil {
		return ""
	}
	return company.Dollars(n)
}
