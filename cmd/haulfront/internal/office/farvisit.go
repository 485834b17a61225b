package office

import (
	"regexp"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/company"
	"haulfront/content/zipcode"
)

// freeWithin matches where a look is free, if that is around a place: "within 15 miles of Bellingham".
var freeWithin = regexp.MustCompile(`^within (?:about )?(\d+) miles of (.+)$`)

// farVisit reports whether a request is from beyond the miles around a town within which a look is free; known is false
// if that is free, or not, everywhere, or if the place or the ZIP code is of no town.
func (w Words) farVisit(l *journal.Lead) (far, known bool) {
	answer := w.Facts.Practices["free_visit"]
	_, at, ok := zipcode.Find(l.ZIPCode)
	if answer == nil || !ok {
		return false, false
	}
	match := freeWithin.FindStringSubmatch(*answer)
	if match == nil {
		return false, false
	}
	miles, _ := strconv.ParseFloat(match[1], 64)
	_, town := w.Towns.Served(match[2])
	from := company.Geography{Center: []float64{town.Latitude, town.Longitude}}
	return from.Miles(at.Latitude, at.Longitude) > miles, town.Name != ""
}

// sayVisit puts what the customer of a request reads of the price of a look into a text, in place of [visit].
func (w Words) sayVisit(text string, l *journal.Lead) string {
	labels := &w.Office().Customer.Estimate
	visit := labels.Within
	switch far, known := w.farVisit(l); {
	case far && known:
		visit = strings.ReplaceAll(labels.Far, "[town]", w.PricedTown(l.ZIPCode))
	case known:
		visit = labels.Near
	}
	return strings.ReplaceAll(text, "[visit]", visit)
}
