package office

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/company"
	"haulfront/content/zipcode"
)

// freeWithin matches where a look is free, if that is around a place: "within 15 miles of Bellingham".
var freeWithin = regexp.MustCompile(`^within (?:about )?(\d+) miles of (.+)$`)

// farVisit reports whether a request is from beyond the miles around a town within which a look is free, or from none
// of the towns in which it is; known is false if that is free, or not, everywhere, or if the place or the ZIP code is
// of no town.
func (w Words) farVisit(l *journal.Lead) (far, known bool) {
	answer := w.Facts.Practices["free_visit"]
	_, at, ok := zipcode.Find(l.ZIPCode)
	if answer == nil || !ok {
		return false, false
	}
	if towns := w.Facts.FreeTowns(); towns != nil {
		town := w.Town(l.ZIPCode)
		return !slices.ContainsFunc(towns, func(free string) bool { return strings.EqualFold(free, town) }), true
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

// drive returns what the drive to the town of a ZIP code costs, and the town; both are "" if it costs nothing.
func (w Words) drive(zip string) (price, town string) {
	town = w.PricedTown(zip)
	_, at := w.Towns.Served(town)
	p := w.PriceList.Prices[at.Drive]
	if p == nil {
		return "", ""
	}
	return company.Price{Low: p.Low, High: p.High, Plus: p.Plus || p.From}.String(), town
}

// withDrive says with a price, unless that is "", what it has for the drive.
func (w Words) withDrive(price string, t *Terms) string {
	if price == "" || t.Drive == "" {
		return price
	}
	return strings.NewReplacer("[price]", price, "[drive]", t.Drive, "[town]", t.DriveTo).
		Replace(w.Office().Customer.WithDrive)
}

// driveHint says to the office what a price for a ZIP code is to have for the drive, or that prices can differ there.
func (w Words) driveHint(zip string) string {
	drive, town := w.drive(zip)
	if drive == "" {
		return w.TownPrices(w.PricedTown(zip))
	}
	return strings.NewReplacer("[drive]", drive, "[town]", town).Replace(w.Office().Request.Drive)
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
