package company

import (
	"time"

	"haulfront/content/clock"
)

// Zones are those in which a customer in a town reads times, her own before the office's; nil if they agree.
func (c *Company) Zones(town string) []*time.Location {
	_, at := c.Towns.Served(town)
	zone, err := time.LoadLocation(at.Timezone) // UTC without one
	if office := c.Location(); err == nil && zone != time.UTC && office != nil &&
		clock.ZoneName(zone) != clock.ZoneName(office) {
		return []*time.Location{zone, office}
	}
	return nil
}

// InZones is a time as format writes it in each of the zones, "6–8am Central (7–9am Eastern)"; without zones, in
// the office's alone, without its name.
func (c *Company) InZones(zones []*time.Location, format func(*time.Location) string) string {
	if len(zones) == 0 {
		return format(c.Location())
	}
	in := func(zone *time.Location) string {
		return format(zone) + " " + c.FactWords.Localize(clock.ZoneName(zone))
	}
	return in(zones[0]) + " (" + in(zones[1]) + ")"
}

// HoursIn are the office's hours by the clocks of a town, if those are as far from the office's all year.
func (c *Company) HoursIn(town string) Hours {
	h := c.Business.Hours
	if zones := c.Zones(town); zones != nil {
		ahead := func(month time.Month) time.Duration {
			noon := func(zone *time.Location) time.Time { return time.Date(2026, month, 1, 12, 0, 0, 0, zone) }
			return noon(zones[1]).Sub(noon(zones[0]))
		}
		if by := ahead(time.January); by == ahead(time.July) {
			h.ahead, h.clock = by, " "+clock.ZoneName(zones[0])
		}
	}
	return h
}
