package company

import (
	"regexp"
	"slices"

	"haulfront/content/load"
)

// Trackers are scripts of other companies that public pages load: IDs by the keys in trackers.
type Trackers map[string]string

// trackers are the scripts that pages can load, with the forms of IDs. Google Ads' may have a conversion's label.
var trackers = []struct{ key, company, form string }{
	{"google", "Google", `^G-[A-Z0-9]+$`},
	{"googleAds", "Google", `^AW-\d+(/[\w-]+)?$`},
	{"meta", "Meta", `^\d{8,20}$`},
	{"crisp", "Crisp", `^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`},
}

// Companies are those whose scripts pages load, each once.
func (t Trackers) Companies() (names []string) {
	for _, known := range trackers {
		if t[known.key] != "" && !slices.Contains(names, known.company) {
			names = append(names, known.company)
		}
	}
	return names
}

func (c *Business) checkTrackers(d *load.Decoder) {
	for key, id := range c.Trackers {
		valid := false
		for _, known := range trackers {
			valid = valid || known.key == key && regexp.MustCompile(known.form).MatchString(id)
		}
		if !valid {
			d.Report(&c.Trackers, `wanted google: G-ABC1234567, googleAds: AW-123456789/label, `+
				`meta: "1234567890123456" or crisp: with the ID of its website`, "the tracker is %s: %s", key, id)
		}
	}
}
