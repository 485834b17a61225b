package company

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"haulfront/content/clock"
	"haulfront/content/load"
)

// References returns the targets of references that are facts of the company.
func (c *Company) References() *load.References {
	b := &c.Business
	towns := Names(c.Towns.towns())
	region := cmp.Or(b.Region, c.HomeTown())
	drives, drive, middle := c.townTexts()
	refs := &load.References{Values: map[string]any{}, Used: map[string]bool{}, LeftOut: map[string]bool{},
		Shown: map[string]string{},
		Texts: map[string]string{
			"name": b.Name, "short_name": b.ShortName, "phone": b.Phone, "email": b.Email,
			"response":    "within " + fact{Low: b.ResponseHours, Unit: "hours"}.String(),
			"center":      cmp.Or(middle, center(cmp.Or(b.ShortRegion, region))),
			"center.long": cmp.Or(middle, center(region)), "center.name": cmp.Or(middle, b.ShortRegion, region),
			"radius": b.Radius(), "region": region, "short_region": cmp.Or(b.ShortRegion, region),
			"state": cmp.Or(b.State, "local"), "town": c.HomeTown(), "towns": Enumerate(towns, "and"),
			"text": "text", "texts": "texts", "call_or_text": "call or text", "call_text_or": "call, text, or",
			"text_messages": "text messages", "payments": b.payments(), "drive": drive,
			"pieces": c.PriceList.pieces(), "form": "form",
			"changes_until": b.ChangesUntil, "truck": b.Vehicle,
			"truckload": cmp.Or(map[string]string{"truck": "truckload"}[b.Vehicle], b.Vehicle+" load"),
		}, Files: referenceFiles, Literals: literalFacts, Names: []string{"name", "short_name"},
		NoLoads: b.IsOff(PartLoads), Refused: c.Facts.Refused(),
	}
	for _, long := range []string{"", ".long"} {
		refs.Texts["area"+long] = "within about " + b.Radius() + " of " + refs.Texts["center"+long]
		if in := Enumerate(towns, "and"); b.Area == "towns" {
			if len(in) > 70 { // too long for the description of a page
				in = c.HomeTown() + " and the other towns on our map"
			}
			refs.Texts["area"+long], refs.Texts["towns_only"] = "in "+in, in
		}
	}
	maps.Copy(refs.Texts, b.Hours.Texts())
	refs.Wanted = strings.Join(slices.Sorted(maps.Keys(refs.Texts)), ", ") +
		", trade, trade.title, pile, price.…, market.…, fact.…, sentence.…, list.… or any.…"
	isHarmless := func(thing string) bool { return !Hazardous.MatchString(thing) }
	needs := map[string]bool{"crew": len(b.Crew) > 0, "address": b.Address != nil, "no_loads": refs.NoLoads,
		"wide_region": !slices.Contains(towns, region), "trailer": b.Vehicle == "trailer",
		"closed_weekday": b.Hours.closed() != "holiday",
		"hazardous":      !slices.ContainsFunc(c.Facts.Lists["not_accepted"], isHarmless)}
	for thing := range c.Facts.Covers {
		needs["takes."+thing], needs["on_site."+thing] = !refs.IsRefused(thing), true // but see service.Check
	}
	if b.Vehicle == "trailer" {
		c.Facts.Practices["box_truck"] = new("no")
		refs.Use("practice.box_truck")
	}
	if b.SendsNoTexts() {
		maps.Copy(refs.Texts, map[string]string{
			"text": "email", "texts": "messages", "call_or_text": "call", "call_text_or": "call or",
		})
		delete(refs.Texts, "text_messages")
	}
	refs.Texts["call_text_form"] = refs.Texts["call_text_or"] + " send the form"
	for kind, list := range map[string]map[string]*Price{"price": c.PriceList.Prices, "market": c.PriceList.Market} {
		for key, p := range list {
			name := kind + "." + key
			refs.Values[name], refs.Texts[name], refs.Texts[name+".low"] = p, p.String(), Dollars(p.Low)
			if p.Extra != "" || p.Each && !refs.NoLoads { // {pieces} has it
				refs.Use(name)
			}
			needs[name+".range"], needs[name+".plus"], needs[name+".each"] = p.High != 0, p.Plus, p.Each
			for other, q := range list {
				needs[name+".in."+other] = p.Low >= q.Low && max(p.Low, p.High) <= max(q.Low, q.High)
			}
		}
	}
	for needed, is := range needs {
		if is {
			refs.Texts[needed] = needed
		}
	}
	for key, f := range c.Facts.Facts {
		refs.Texts["fact."+key] = f.String()
	}
	for key, text := range c.Facts.Sentences {
		refs.Texts["sentence."+key] = *text
	}
	for key, answer := range c.Facts.Practices {
		refs.Texts["practice."+key] = strings.TrimPrefix(*answer, "no")
		if freeForm.MatchString(*answer) { // a free look is promised with the place alone
			refs.Texts["free_within"], refs.Texts["practice."+key] = *answer, ""
			refs.Texts["free_towns"] = Enumerate(c.Facts.FreeTowns(), "and")
		}
	}
	if drive != "" && refs.Texts["practice.same_prices"] != "" { // but for the drive, prices are the same
		refs.Texts["drives"], refs.Texts["practice.same_prices"] = drives, ""
	}
	for key, words := range c.Facts.Lists {
		for _, item := range words {
			refs.Texts["list."+key+"."+item] = item // for needs
		}
		refs.Texts["list."+key] = Enumerate(words, "and")
		refs.Texts["any."+key] = Enumerate(words, "or")
	}
	return refs
}

// townTexts are up to three towns to which the drive adds to prices; the end of a sentence that says what it adds; and
// the town in the map's center, from which the radius is counted, "" if that is between towns.
func (c *Company) townTexts() (drives, drive, middle string) {
	all, far := Price{Low: MaxPrice}, []Town(nil)
	for _, t := range c.Towns.towns() {
		if len(c.Geography.Center) == 2 && c.Geography.Miles(t.Latitude, t.Longitude) < 0.5 {
			middle = t.Name
		}
		if p := c.PriceList.Prices[t.Drive]; p != nil {
			all.Low, all.High = min(all.Low, p.Low), max(all.High, p.Low, p.High)
			all.Plus, far = all.Plus || p.Plus || p.From, append(far, t)
		}
	}
	low := func(t Town) int { return c.PriceList.Prices[t.Drive].Low }
	slices.SortStableFunc(far, func(a, b Town) int { return low(a) - low(b) }) // as readers of "$25–$35" expect
	if drives = Enumerate(Names(far), "and"); len(Names(far)) > 3 {
		drives = "some towns"
	}
	if far != nil {
		drive = ". The drive to " + drives + " adds " + all.String()
	}
	if all.High > all.Low && len(far) > 1 && len(Names(far)) <= 3 {
		drive = ". The drive adds " + Enumerate(load.Each(far, func(t *Town) string {
			return c.PriceList.Prices[t.Drive].String() + " to " + Enumerate(t.names(), "and")
		}), "and")
	}
	return drives, drive, middle
}

// HomeTown is the town after which copy names the company's place.
func (c *Company) HomeTown() string {
	towns := Names(c.Towns.towns())
	return cmp.Or(c.Business.Town, strings.Join(towns[:min(1, len(towns))], ""))
}

// FactWords are the words of facts in another language, by the English ones: "miles", or whole, "Priced on site".
type FactWords map[string]string

var factWord = regexp.MustCompile(`[A-Za-z]+`)

// Localize puts a fact into the language.
func (w FactWords) Localize(fact string) string {
	words := factWord.ReplaceAllStringFunc(fact, func(s string) string { return cmp.Or(w[s], s) })
	return cmp.Or(w[fact], clock.Spanish(words))
}

// References returns references whose facts are in the language. A town's name may have such words.
func (w FactWords) References(refs *load.References) *load.References {
	own := *refs
	own.Texts = maps.Clone(refs.Texts)
	for key, text := range refs.Texts {
		switch kind, _, _ := strings.Cut(key, "."); kind {
		case "hours", "response", "radius", "price", "market", "fact", "call_or_text", "pieces", "form":
			own.Texts[key] = w.Localize(text)
		case "towns", "free_towns", "drive":
			joined := " and "
			if strings.Contains(text, ", and ") {
				joined = ", and "
			}
			for _, words := range []string{joined, "The drive to", "The drive adds", " to ", "some towns", "adds"} {
				own.Texts[key] = clock.Spanish(strings.ReplaceAll(own.Texts[key], words, cmp.Or(w[words], words)))
			}
		}
	}
	return &own
}

// Hazardous matches things that copy calls hazardous.
var Hazardous = regexp.MustCompile(`(?i)paint|chemical|asbestos|fuel|gas|oil|solvent|acid|pesticide|propane|hazard`)

func center(region string) string {
	if strings.HasPrefix(region, "the ") {
		return "the center of " + region
	}
	return "central " + region
}

var referenceFiles = map[string]string{
	"price":    "a key under prices in prices.yaml",
	"market":   "a key under market in prices.yaml",
	"form":     "a text without it: without --forms-url, exported pages have no forms",
	"fact":     "a key under facts in facts.yaml",
	"list":     "a key under lists in facts.yaml",
	"any":      "a key under lists in facts.yaml",
	"sentence": "a key under sentences in facts.yaml",
}

// Enumerate joins words with "and" or "or" before the last: "wet paint, chemicals, asbestos, or fuel".
func Enumerate(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 2 {
		return strings.Join(words, " "+conjunction+" ")
	}
	return fmt.Sprintf("%s, %s %s", strings.Join(words[:last], ", "), conjunction, words[last])
}

var literalFacts = []load.LiteralFact{
	{Pattern: regexp.MustCompile(`\$\s*\d[\d,]*`), Kind: "dollar amount",
		Wanted: "wanted {price.…} or {market.…}, from prices.yaml"},
	{Pattern: regexp.MustCompile(`\d+\s*(?:%|percent\b|per cent\b)`), Kind: "percentage",
		Wanted: "wanted {fact.…}, from facts.yaml"},
	{Pattern: regexp.MustCompile(`(?i)\b\d+(?:\s*(?:-|–|to)\s*\d+)?[\s-]*(?:minute|hour|day|week|month|year)s?\b`),
		Kind: "duration", Wanted: "wanted {fact.…}, from facts.yaml"},
	{Pattern: regexp.MustCompile(`(?i)\b\d{1,2}(?::\d\d)?\s*(?:am|pm|a\.m\.|p\.m\.)`), Kind: "time of day",
		Wanted: "wanted {hours}, from business.yaml, or {fact.…}"},
	{Pattern: regexp.MustCompile(`\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}`), Kind: "phone number",
		Wanted: "wanted {phone}, from business.yaml"},
	{Pattern: regexp.MustCompile(`[\w.+-]+@[\w-]+\.\w+`), Kind: "email address",
		Wanted: "wanted {email}, from business.yaml"},
}
