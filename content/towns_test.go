package content

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// Vail is in another time zone and costs the drive; Marana is in the company's, and costs nothing more.
func apart(t *testing.T, changes ...string) fstest.MapFS {
	files := owner(t, append(changes, "{ name: Vail,", "{ name: Vail, timezone: America/Los_Angeles, drive: far,",
		"cities: []", "cities:\n  - { slug: vail, name: Vail, lat: 32.0210, lon: -110.6460, anchor: start, "+
			"timezone: America/Los_Angeles, drive: far }\n"+
			"  - { slug: marana, name: Marana, lat: 32.4575, lon: -111.2695, anchor: start }",
		"America/Phoenix", "America/Denver", "state: Arizona", "town: Tucson\nstate: Arizona")...)
	for _, town := range []string{"Vail", "Marana"} {
		files["cities/"+strings.ToLower(town)+".yaml"] = &fstest.MapFile{
			Data: []byte("hero:\n  title: Junk in " + town +
				"\n  lead: We come.\n  facts: [{ text: \"Open {hours}\" }, \"{Sentence.answer_time}\"]\n" +
				"contact: { title: Ask, lead: \"{Sentence.reply}\" }\n")}
	}
	files["prices.yaml"] = &fstest.MapFile{Data: []byte("prices: { far: { low: 40, extra: The drive to Vail } }\n")}
	files["facts.yaml"] = &fstest.MapFile{Data: []byte("practices: { same_prices: yes }\n")}
	return files
}

// The warnings name a town whose drive no customer can read, since no ZIP code leads there.
func TestDriveWithoutZIP(t *testing.T) {
	for zips, want := range map[string]bool{"": true, "zips: { 85641: Corona }\n": false} {
		files := apart(t, "also:\n",
			"also:\n  - { name: Corona, lat: 31.97, lon: -110.78, anchor: start, drive: far }\n")
		files["locations.yaml"].Data = append(files["locations.yaml"].Data, zips...)
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(s.Warnings()); strings.Contains(got, "no ZIP code is in Corona") != want {
			t.Errorf("with %q, the warnings are %s", zips, got)
		}
	}
}

// A town's page lists all services, with categories that are offered as a whole.
func TestTownServices(t *testing.T) {
	files := apart(t)
	files["services.yaml"].Data = append(files["services.yaml"].Data, "  - slug: property-cleanouts\n    whole: "+
		"{ name: Whole House, prices: [property_cleanout], about: Every room }\n"...)
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	want := LinkedText{Text: "Whole House", Price: "$1,500–$5,000+", Href: "/services/property-cleanouts"}
	items := PageOf[CityPage](s, BuildInfo{}, "/locations/vail").Services.Groups[0].Items
	if got := items[len(items)-1]; len(items) < 2 || got != want {
		t.Errorf("the page lists %+v, want also %+v", items, want)
	}
}

// TestDrive looks where the price of a town's drive stands; other towns are silent, or cannot say.
func TestDrive(t *testing.T) {
	const drive, far = "The drive to Vail adds $40.", "In Marana it can be more"
	for answer, other := range map[string]string{"yes": "", "no": far} {
		files := apart(t)
		files["facts.yaml"].Data = []byte("practices: { same_prices: " + answer + " }\n")
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		text := func(value any) string {
			data, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
		for place, text := range map[string][2]string{
			"the town's page": {text(PageOf[CityPage](s, BuildInfo{}, "/locations/vail")),
				text(PageOf[CityPage](s, BuildInfo{}, "/locations/marana"))},
			"the estimator": {s.Area("85641").Text, s.Area("85653").Text},
			"the price":     {s.TownPrices("Vail"), s.TownPrices("Marana")},
			"the bar":       {s.Area("85641").Drive, s.Area("85653").Drive},
		} {
			if !strings.Contains(text[0], drive) || strings.Contains(text[1], drive) ||
				strings.Contains(text[1], far) != (other != "") {
				t.Errorf("same_prices: %s, %s says %s and %s", answer, place, text[0], text[1])
			}
		}
		prices := text(PageOf[PricesPage](s, BuildInfo{}, "/prices"))
		same := strings.Contains(prices, "Prices are the same in every town, but for the drive to Vail.")
		if same != (answer == "yes") || strings.Contains(prices, "every town.") ||
			!strings.Contains(prices, `{"title":"The drive to Vail","text":"$40."}`) {
			t.Errorf("same_prices: %s, the price list says %s", answer, prices)
		}
		const some = ". The drive to Vail adds $40."
		for _, path := range strings.Fields("/ /get-quote /services /locations /terms /services/junk-removal") {
			if page := text(allPages(s, BuildInfo{})[path]); !strings.Contains(page, some) {
				t.Errorf("%s sums prices up without the drive: %s", path, page)
			}
		}
		if got := s.In("es").TownPrices("Vail"); got != "El viaje a Vail cuesta $40 más." {
			t.Errorf("in Spanish, the drive is %q", got)
		}
		if got := s.TownPrices("Tucson"); got != "" {
			t.Errorf("in the company's town, prices say %q", got)
		}
	}
	files := apart(t)
	files["prices.yaml"].Data = []byte("prices: { far: { low: 40, extra: A }, farther: { low: 35, high: 60, " +
		"extra: B } }\n")
	files["locations.yaml"].Data = []byte(strings.Replace(string(files["locations.yaml"].Data), "drive: far",
		"drive: farther", 1))
	files["pages/es.md"] = &fstest.MapFile{Data: []byte("---\nlang: es\nlead: Todo\n---\n# Viajes\n\n" +
		"Cuesta poco{drive}.\n")}
	for i, drive := range []string{"El viaje a Vail suma $35–$60.", "El viaje suma $35–$60 a Vail y $40 a Vista.",
		"El viaje suma $35–$60 a Vail, $40 a Mesa y $40 a Vista.", "El viaje a algunos lugares suma $35–$60."} {
		if s, err := Load(files); err != nil {
			t.Error(err)
		} else if got := PageOf[LegalPage](s, BuildInfo{}, "/es").HTML; !strings.Contains(got, "Cuesta poco. "+drive) {
			t.Errorf("in Spanish, drives with several prices are %s, want %s", got, drive)
		}
		more := "also:\n  - { name: " + []string{"Vista", "Mesa", "Oro", "Ray"}[i] +
			", lat: 32.1, lon: -110.8, anchor: start, drive: far }\n"
		files["locations.yaml"].Data = []byte(strings.Replace(string(files["locations.yaml"].Data), "also:\n", more, 1))
	}
	files = apart(t)
	list := strings.Replace(string(files["locations.yaml"].Data), "{ name: Tucson,", "{ name: Catalina,", 1)
	for at, carried := range map[string]bool{"32.1300, lon: -110.8200": true, "32.0600, lon: -110.7000": false} {
		files["locations.yaml"].Data = []byte(strings.ReplaceAll(list, "32.0210, lon: -110.6460", at))
		if s, err := Load(files); err != nil || strings.Contains(s.Area("85747").Text, drive) != carried {
			t.Errorf("a ZIP code beside a town at %s, and of no other: %v, want it with the drive if it is beyond", at,
				err)
		}
	}
	files = apart(t, "also:\n", "also:\n  - { name: Vista, lat: 32.1, lon: -110.8, anchor: start, drive: near }\n")
	files["prices.yaml"].Data = []byte("prices: { far: { low: 40, extra: A }, near: { low: 25, extra: B } }\n")
	if s, err := Load(files); err != nil || !strings.Contains(fmt.Sprint(allPages(s, BuildInfo{})["/terms"]),
		". The drive adds $25 to Vista and $40 to Vail.") {
		t.Errorf("the towns are not in the order of their drives’ prices: %v", err)
	}
	for _, wrong := range []string{"hot_tub", "farther"} {
		files := apart(t)
		files["locations.yaml"].Data = []byte(strings.ReplaceAll(string(files["locations.yaml"].Data), "drive: far",
			"drive: "+wrong))
		want := `the drive to Vail has the price "` + wrong + `"; wanted the key of a price with extra in prices.yaml`
		if _, err := Load(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", wrong, err, want)
		}
	}
}

// TestTwoZones compares times on a town's page in another time zone with those of all others, which name the office's.
func TestTwoZones(t *testing.T) {
	s, err := Load(apart(t))
	if err != nil {
		t.Fatal(err)
	}
	vail := PageOf[CityPage](s, BuildInfo{}, "/locations/vail")
	marana := PageOf[CityPage](s, BuildInfo{}, "/locations/marana")
	es, short := s.In("es"), s.Business.Hours.Short()
	at := time.Date(2026, time.November, 24, 16, 0, 0, 0, time.UTC) // a Tuesday
	for got, want := range map[string]string{
		vail.Layout.Brand.Hours:           "Tue–Sat 7am–5pm Pacific",
		marana.Layout.Brand.Hours:         "Tue–Sat 8am–6pm Mountain",
		vail.Hero.Facts[0].Text:           "Open Tue–Sat 7am–5pm Pacific",
		marana.Hero.Facts[0].Text:         "Open Tue–Sat 8am–6pm Mountain",
		vail.Hero.Facts[1].Text:           "We answer within 1 hour, Tue–Sat 7am–5pm Pacific",
		s.Area("85641").Text:              "Our hours are Tue–Sat 7am–5pm Pacific. The drive to Vail adds $40.",
		s.Area("85653").Text:              "Our hours are Tue–Sat 8am–6pm Mountain.",
		s.Opening(at):                     "Open until 6pm Mountain",
		s.Answer(at, at, "", "85641").At:  "9am Pacific (10am Mountain) today",
		s.Answer(at, at, "", "85653").At:  "10am today",
		es.Answer(at, at, "", "85641").At: "9am hora del Pacífico (10am hora de la montaña) hoy",
		es.FactWords.Localize(short):      "mar–sáb 8am–6pm hora de la montaña",
	} {
		if !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	// The clocks of Arizona are as far from those of California as from those of Colorado, each for half of the year.
	if s, err = Load(apart(t, "America/Phoenix", "America/Phoenix")); err != nil {
		t.Fatal(err)
	}
	if got := s.HoursIn("Vail").Short(); got != "Tue–Sat 8am–6pm Arizona" {
		t.Errorf("where clocks differ by the season, the hours are %q", got)
	}
	if got := s.Answer(at, at, "", "85641").At; got != "9am Pacific (10am Arizona) today" {
		t.Errorf("the answer is promised by %q", got)
	}
	if s, err = Load(owner(t)); err != nil || s.HoursIn("Vail").Short() != "Tue–Sat 8am–6pm" {
		t.Errorf("in one zone, the hours are %q, %v", s.HoursIn("Vail").Short(), err)
	}
}
