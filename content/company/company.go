// Package company holds what is true of the company, without its pages: prices, facts, opening hours, the service area
// with its ZIP codes, colors. Pages, the office and emails ask it.
package company

import "haulfront/content/load"

// Company never changes after loading and is safe for concurrent use.
type Company struct {
	Business  Business
	PriceList PriceList
	Facts     FactList
	Towns     ServiceArea
	Geography Geography
	FactWords FactWords // nil for English
	colors    map[string]string
}

// Finish checks what needs several of the decoded files.
func (c *Company) Finish(d *load.Decoder) {
	c.colors = c.Business.Colors.check(d)
	c.Geography.unitsPerMile = MapRing / float64(max(1, c.Business.RadiusMiles))
	c.checkTowns(d)
	for _, town := range c.Facts.FreeTowns() {
		if _, at := c.Towns.Served(town); at.Name == "" {
			d.Report(c.Facts.Practices["free_visit"], "wanted towns of locations.yaml, as in Eugene and Springfield",
				"locations.yaml has no town %q, in which a look is free", town)
		}
	}
	days, h := c.Facts.Facts["same_day_days"], &c.Business.Hours
	if days != nil && days.Text == "7 days a week" && !days.proposed && !h.EveryDay && len(h.WorkingDays()) < 7 {
		d.Warn(days, "wanted everyDay: true in the hours of business.yaml, or other days",
			"nobody can book a %s, and the same day is %s", h.closed(), days.Text)
	}
}
