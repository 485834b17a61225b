// Package scaffold makes the files of a new company's folder, which is valid at once, and of a new page, a draft. It
// writes nothing. It also finds what in a folder is not the owner's: texts of new pages that nobody has replaced, and
// places of the built-in company.
package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"
	"time"

	"haulfront/content"
	"haulfront/content/clock"
	"haulfront/content/company"
	"haulfront/content/load"
)

// Company is what a new folder of content says.
type Company struct {
	Name, Phone, Email, URL string
	// Address is "100 Example St, Dallas, TX 75201"; empty for none.
	Address string
	// State is the state of the towns, "TX" or "Texas".
	State string
	// Towns are as people type them, see findTown.
	Towns []string
	// Radius is how far from the first town jobs are done, in miles; 0 for beyond the farthest one, unconfirmed.
	Radius int
	// Services are slugs or names of services that the program has text for, or names of others.
	Services []string
	// Hours are as in "Mon-Fri 7am-7pm, Sat 8-12, Nov 1-Mar 31 9-4"; empty for those of most offices, unconfirmed.
	Hours string
	// Vehicle is what carries the loads, "truck" or "trailer"; empty for "truck".
	Vehicle string
	// Booking is how customers get a time: "self", "ask" or "off"; empty for "ask".
	Booking string
	Day     time.Time // today, since which the legal pages can be in force
}

var addressForm = regexp.MustCompile(`^(.+), ([^,]+), ([A-Za-z]{2}) (\d{5})$`)

// Files makes the files of a new folder of content, by path. They name no town and state no fact but those given;
// prices and facts that the pages need are the program's, unconfirmed, and the pages of services that it has no text
// for are drafts.
func (c Company) Files() (map[string][]byte, error) {
	c.Complete()
	if err := c.Wrong(); err != nil {
		return nil, err
	}
	state, _ := findState(c.State)
	area, err := c.area(state)
	if err != nil {
		return nil, err
	}
	entries, names := "", make([]string, len(area.towns))
	for i, t := range area.towns {
		names[i] = t.name
		if other, ok := findState(t.state); ok {
			names[i] += ", " + other.Code
		}
		entries += fmt.Sprintf("  - { name: %s%s, lat: %.4f, lon: %.4f, anchor: start }%s\n", t.name,
			t.keys(area.towns[0].zone), t.latitude, t.longitude, t.note())
	}
	services, own, err := c.services()
	if err != nil {
		return nil, err
	}
	business, err := c.business(state, area, names, services)
	if err != nil {
		return nil, err
	}
	files := fstest.MapFS{
		"business.yaml": {Data: []byte(business)}, "services.yaml": {Data: []byte(services)},
		"locations.yaml": {Data: []byte("# The towns that you serve. haulfront new city NAME adds one with a page of " +
			"its own.\ncities: []\nalso:\n" + entries)},
		"map.yaml": {Data: []byte(c.mapFile(area))},
	}
	for _, name := range own {
		made, err := Page{Kind: content.KindService, Name: name}.Files(files)
		if err != nil {
			return nil, err
		}
		for file, data := range made {
			files[file] = &fstest.MapFile{Data: data}
		}
	}
	s, err := content.Load(files)
	if err != nil {
		return nil, err
	}
	after := map[string]string{"facts.yaml": "# Each is yes or no to the question behind it.\npractices:\n" +
		s.Unanswered()}
	files["facts.yaml"] = &fstest.MapFile{Data: []byte(after["facts.yaml"])}
	for _, file := range []string{"facts.yaml", "prices.yaml"} { // practices refer to facts, and promises to prices
		if s, err = content.Load(files); err != nil {
			return nil, err
		}
		files[file] = &fstest.MapFile{Data: []byte(defaults(s, file, services) + after[file])}
		business = strings.ReplaceAll(business, "Junk Removal", s.Trade())
		files["business.yaml"] = &fstest.MapFile{Data: []byte(business)}
	}
	made := map[string][]byte{}
	for name, file := range files {
		made[name] = file.Data
	}
	return made, nil
}

// clauses are those of promises about a service, and the words without them.
var clauses = map[string][2]string{
	"light-demolition": {", hauling, and light demolition", " and hauling"},
	"ewaste-recycling": {", a mattress is {price.mattress}, and e-waste starts at {price.ewaste.low}",
		", and a mattress is {price.mattress}"},
}

// defaults is a file with the program's prices, or facts and promises, that the pages show, for the owner to confirm.
func defaults(s *content.Site, file, services string) string {
	groups := map[string][]int{} // lines
	for name, at := range s.Defaults {
		if kind, _, _ := strings.Cut(name, "."); path.Base(at.File) == file {
			group := cmp.Or(map[string]string{"market": kind}[kind], kind+"s")
			groups[group] = append(groups[group], at.Line)
		}
	}
	var changes []string
	if days := s.Business.Hours.WorkingDays(); len(days) < 7 { // it comes on the same day when it is open
		text := days[0] + " to " + days[len(days)-1]
		if n := len(clock.From(days[0], days[len(days)-1])); n == 1 || n > len(days) {
			text = strconv.Quote(company.Enumerate(days, "and"))
		}
		changes = append(changes, "7 days a week", text)
	}
	closed := "{hours.closed}"
	if s.Business.Hours.Texts()["hours.closed"] == "holiday" { // each weekday is open, at least in a season
		closed = "days when we’re closed"
	}
	changes = append(changes, "{hours.closed} pickups book by {hours.ends}", "we don’t pick up on "+closed)
	for service, clause := range clauses {
		if !strings.Contains(services, "- "+service+"\n") {
			changes = append(changes, clause[:]...)
		}
	}
	data, _ := fs.ReadFile(content.FS, file)
	if slices.Contains([]string{"mattress", "hot_tub"}, onlyPrice(services)) { // paint is not beside those
		changes = append(changes, "wet paint, chemicals, asbestos, fuel", "chemicals, fuel")
	}
	if only := onlyPrice(services); only != "" && file == "prices.yaml" { // then most jobs cost that
		changes = append(changes, priceOf("most_jobs", data), priceOf(only, data))
	}
	text := strings.SplitAfter(strings.NewReplacer(changes...).Replace(string(data)), "\n")
	out := "unconfirmed: true # Pages say these in your name: make them yours, then remove this line.\n"
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		out += group + ":\n"
		slices.Sort(groups[group])
		for _, line := range groups[group] {
			out += text[line-1]
		}
	}
	return out
}

// onlyPrice is the key of the first price of a company's only service; "" if it has several, or one of its own.
func onlyPrice(services string) (key string) {
	for _, category := range builtInServices().Categories {
		for _, service := range category.Services {
			const entry = "\n      - "
			if strings.HasSuffix(services, entry+service.Slug+"\n") && strings.Count(services, entry) == 1 {
				key = strings.Join(service.Prices[:min(1, len(service.Prices))], "")
			}
		}
	}
	return key
}

// priceOf is a price of prices.yaml, with the key of most jobs.
func priceOf(key string, file []byte) string {
	return "\n  most_jobs: " + string(regexp.MustCompile(`\n  ` + key + `: (\{.*\})`).FindSubmatch(file)[1])
}

// area is where a new company works.
type area struct {
	towns    []town // the first is the center
	farthest string
	miles    float64 // to the farthest
	radius   int     // in miles
}

// beyond is how many miles around the point of the farthest town a company goes by default.
const beyond = 10

// area finds the towns, and the radius around the first one.
func (c Company) area(home usState) (a area, err error) {
	unknown, g := map[usState][]string{}, company.Geography{Center: make([]float64, 2)}
	for _, text := range c.Towns {
		t, state, known, err := findTown(text, home)
		if err != nil {
			return a, err
		}
		if !known {
			unknown[state] = append(unknown[state], t.name)
			continue
		}
		if a.towns = append(a.towns, t); len(a.towns) == 1 {
			g.Center = []float64{t.latitude, t.longitude}
		}
		if miles := g.Miles(t.latitude, t.longitude); miles >= a.miles {
			a.farthest, a.miles = t.name, miles
		}
	}
	if len(c.Towns) == 0 {
		return a, errors.New("there are no towns; wanted at least one")
	}
	for state, names := range unknown {
		err = errors.Join(err, unknownTown(names, state, [2]float64(g.Center)))
	}
	if a.radius = c.Radius; a.radius == 0 {
		a.radius = int(math.Ceil(a.miles)) + beyond
	}
	if err == nil && float64(a.radius) < a.miles {
		err = fmt.Errorf("the radius is %d miles, and %s is %.0f miles from %s, the first town; wanted at least %.0f, "+
			"or another town first", a.radius, a.farthest, a.miles, a.towns[0].name, math.Ceil(a.miles))
	}
	return a, err
}

// mapFile is map.yaml.
func (c Company) mapFile(a area) string {
	center, mark := a.towns[0], ""
	if c.Radius == 0 {
		mark = fmt.Sprintf("unconfirmed: true # Pages say so: %d miles, which are %d beyond %s. Make them yours, then "+
			"remove this line.\n", a.radius, beyond, a.farthest)
	}
	return fmt.Sprintf("# The center of the map and of the service radius, %s: latitude and longitude. The miles are "+
		"radiusMiles in\n# business.yaml.\n%scenter: [%.4f, %.4f]\n",
		center.name, mark, center.latitude, center.longitude)
}

// DefaultRadius is the radius of a company that gives none, in miles, and how it follows from the towns, in words.
func (c Company) DefaultRadius() (words string, err error) {
	home, _ := findState(c.State)
	a, err := c.area(home)
	if err != nil {
		return "", err
	}
	words = fmt.Sprintf("%d around %s", a.radius, a.towns[0].name)
	if len(a.towns) > 1 {
		words += fmt.Sprintf(", which is %d miles beyond %s", beyond, a.farthest)
	}
	return words, nil
}

// serviceList is the services that the program has text for, those of services.yaml.
type serviceList struct {
	Categories []struct {
		Slug     string
		Whole    struct{ Name string }
		Services []struct {
			Slug   string
			Prices []string
		}
	}
}

func builtInServices() (list serviceList) {
	if err := load.Decode(content.FS, "services.yaml", &list); err != nil {
		panic("scaffold: the program's own: " + err.Error())
	}
	return list
}

// ServiceSlugs are the services that the program has text for, among them categories that are one as a whole.
func ServiceSlugs() (slugs []string) {
	for _, category := range builtInServices().Categories {
		if category.Whole.Name != "" {
			slugs = append(slugs, category.Slug)
		}
		for _, service := range category.Services {
			slugs = append(slugs, service.Slug)
		}
	}
	return slugs
}

// wholeOf is the entry of a category as a whole in services.yaml, which only some have.
func wholeOf(category string) string {
	file, _ := fs.ReadFile(content.FS, "services.yaml") // it is embedded
	entry := regexp.MustCompile(`(?m)^  - slug: ` + category + `\n(?:    .*\n)*?(    whole:\n(?:      .*\n)+)`)
	if match := entry.FindSubmatch(file); match != nil {
		return string(match[1])
	}
	return ""
}

// jobWord ends the name of a service as people type it: "appliances," "hot tub pickup."
var jobWord = regexp.MustCompile(`(-(removal|pickup|cleanouts?|disposal|recycling|hauling)|es|s)$`)

// services is services.yaml with the services that the program has, and the names of the others.
func (c Company) services() (file string, own []string, err error) {
	file = "# What you offer: a service that the program has text for is its slug. haulfront new service NAME adds\n" +
		"# another.\ncategories:\n"
	known := ServiceSlugs()
	c.Services = slices.Clone(c.Services)
	for i, name := range c.Services { // one of the program's by its name is that
		for _, slug := range []string{slugOf(name), strings.TrimSuffix(slugOf(name), "-removal")} {
			if slices.Contains(known, slug) {
				c.Services[i] = slug
			}
		}
		begins := jobWord.ReplaceAllString(strings.ReplaceAll(name, " ", "-"), "")
		others := func(slug string) bool { return !strings.HasPrefix(slug, begins) }
		if near := slices.DeleteFunc(slices.Clone(known), others); len(near) == 1 {
			c.Services[i] = near[0]
		}
	}
	chosen := func(slug string) bool { return slices.Contains(c.Services, slug) || slices.Contains(c.Services, "all") }
	for _, category := range builtInServices().Categories {
		whole, list := "", ""
		if chosen(category.Slug) {
			whole = wholeOf(category.Slug)
		}
		for _, service := range category.Services {
			if chosen(service.Slug) {
				list += "      - " + service.Slug + "\n"
			}
		}
		if list != "" {
			list = "    services:\n" + list
		}
		if whole+list != "" {
			file += "  - slug: " + category.Slug + "\n" + whole + list
		}
	}
	own = slices.DeleteFunc(slices.Clone(c.Services), func(name string) bool {
		return name == "all" || slices.Contains(known, name)
	})
	wrong := "that the program has"
	if i := slices.IndexFunc(own, func(name string) bool { return strings.ToLower(name) == name }); i >= 0 {
		wrong = strconv.Quote(own[i])
	} else if len(own) < len(c.Services) {
		return file, own, nil
	}
	return "", nil, fmt.Errorf("there is no service %s; wanted all, or at least one of %s, and names such as Piano "+
		"Removal of your own", wrong, strings.Join(slices.Sorted(slices.Values(known)), ", "))
}

// business is business.yaml.
func (c Company) business(state usState, a area, towns []string, services string) (string, error) {
	zone := a.towns[0].zone + " # of " + a.towns[0].name
	hours, err := hoursBlock(cmp.Or(c.Hours, usualHours), zone, c.Hours == "")
	if err != nil {
		return "", err
	}
	off, address := "# off: [estimate]", ""
	if !isByLoad(services) {
		off = "off: [" + company.PartLoads + "]"
	}
	if c.Address != "" {
		match := addressForm.FindStringSubmatch(c.Address)
		address = fmt.Sprintf("address: { street: %q, city: %q, state: %s, zip: %q }\n", match[1], match[2],
			strings.ToUpper(match[3]), match[4])
	}
	day := c.Day
	if at, err := time.LoadLocation(a.towns[0].zone); err == nil {
		day = day.In(at)
	}
	text, err := fs.ReadFile(templates, "templates/business.yaml")
	if err != nil {
		return "", err
	}
	return strings.NewReplacer("NAME", strconv.Quote(c.Name), "PHONE", strconv.Quote(c.Phone),
		"EMAIL", strconv.Quote(c.Email), "URL", strconv.Quote(c.URL), "BOOKING",
		cmp.Or(c.Booking, company.BookingAsk), "HOURS\n", hours, "ADDRESS\n", address,
		"VEHICLE", cmp.Or(c.Vehicle, "truck"),
		"RADIUS", strconv.Itoa(a.radius), "REGION", strconv.Quote(a.towns[0].name), "STATE", state.Name,
		"DAY", day.Format(time.DateOnly),
		"DESCRIPTION", strconv.Quote("Junk Removal in "+company.Enumerate(towns, "and")+"."),
		"OFF", strings.Join(company.Parts, ", "), "# off: [estimate]", off).Replace(string(text)), nil
}

// isByLoad reports whether one of the program's services in services.yaml has prices by truckload.
func isByLoad(services string) bool {
	return slices.ContainsFunc(ServiceSlugs(), func(slug string) bool {
		page, _ := fs.ReadFile(content.FS, content.KindService.File(slug))
		return strings.Contains(services, "- "+slug+"\n") && strings.Contains(string(page), "_load}")
	})
}
