package content

import (
	"html"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// copyOf is the words of each page that no other page has: without the frame, and without the forms.
func copyOf(t *testing.T, s *Site) map[string][]string {
	t.Helper()
	words := map[string][]string{}
	for path, page := range s.pages {
		words[path] = textsIn(reflect.ValueOf(page))
	}
	words["/"] = textsIn(reflect.ValueOf(s.home))
	words["/blog"] = textsIn(reflect.ValueOf(s.blog.Index))
	return words
}

var tag = regexp.MustCompile(`<[^>]*>`)

// textsIn is every text inside a value, without HTML's tags.
func textsIn(v reflect.Value) []string {
	switch v.Kind() {
	case reflect.String:
		return []string{tag.ReplaceAllString(v.String(), " ")}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return textsIn(v.Elem())
		}
	case reflect.Slice:
		var texts []string
		for i := range v.Len() {
			texts = append(texts, textsIn(v.Index(i))...)
		}
		return texts
	case reflect.Struct:
		var texts []string
		for i := range v.NumField() {
			texts = append(texts, textsIn(v.Field(i))...)
		}
		return texts
	}
	return nil
}

var word = regexp.MustCompile(`[\p{L}\p{N}$%’'&]+`)

// TestNoSentenceIsEverywhere looks for sentences of more than eight words that stand on more than three pages: words that
// would suit any page say nothing on each of them. Lists of facts.yaml and locations.yaml are the same everywhere.
func TestNoSentenceIsEverywhere(t *testing.T) {
	s := site(t)
	shared := map[string]bool{}
	for _, list := range append(slices.Collect(maps.Values(s.facts.Lists)), s.area.names()) {
		shared[strings.ToLower(enumerate(list, "and"))] = true
	}
	pages := map[string]map[string]bool{}
	end := regexp.MustCompile(`[.!?:]+(?:\s+|$)`)
	for path, texts := range copyOf(t, s) {
		for _, text := range texts {
			for _, sentence := range end.Split(text, -1) {
				sentence = strings.ToLower(strings.TrimSpace(sentence))
				if len(word.FindAllString(sentence, -1)) <= 8 || shared[sentence] {
					continue
				}
				if pages[sentence] == nil {
					pages[sentence] = map[string]bool{}
				}
				pages[sentence][path] = true
			}
		}
	}
	for sentence, on := range pages {
		if len(on) > 3 {
			t.Errorf("%q stands on %d pages, want three at most: %s", sentence, len(on), strings.Join(slices.Sorted(maps.Keys(on)), ", "))
		}
	}
}

// TestListsReadAsSentences looks at what a list becomes inside a sentence: nobody says "we can't take paint and fuel", and
// a list of things is not "all of" or "nothing out of" something.
func TestListsReadAsSentences(t *testing.T) {
	s := site(t)
	negative := regexp.MustCompile(`(?i)\b(?:no|not|nor|none|never|nothing|without|neither)\b|n’t\b|cannot|\bof$`)
	end := regexp.MustCompile(`[.!?:;]+(?:\s+|$)`)
	for key, list := range s.facts.Lists {
		written := enumerate(list, "and")
		for path, texts := range copyOf(t, s) {
			for _, text := range texts {
				for _, sentence := range end.Split(html.UnescapeString(text), -1) {
					at := strings.Index(strings.ToLower(sentence), written)
					if at >= 0 && negative.MatchString(strings.TrimSpace(sentence[:at])) {
						t.Errorf("%s: %q says no to %q; want {any.%s}", path, sentence, written, key)
					}
				}
			}
		}
	}
	const towns = "Arlington, Hurst/Euless/Bedford, Prosper, Colleyville, Garland, and Richardson"
	if got := s.Home(BuildInfo{}).Area.Also; got != towns {
		t.Errorf("the other towns are %q, want %q", got, towns)
	}
}

// TestSundaysCanBeBooked looks at the pages that promise a pickup on every day of the week: the office is closed on one of
// them, so each page says until when that day is booked.
func TestSundaysCanBeBooked(t *testing.T) {
	s := site(t)
	every := s.facts.Facts["same_day_days"].String()
	const ends = "Saturday at 7pm"
	for path, texts := range copyOf(t, s) {
		text := strings.Join(texts, "\n")
		if strings.Contains(text, every) && !(strings.Contains(text, "Sunday") && strings.Contains(text, ends)) {
			t.Errorf("%s promises %q and does not say that Sundays are booked by %s", path, every, ends)
		}
	}
}

// TestQuotationMarksAreCurly finds the straight marks of a typewriter. The form's messages are left out: the
// specification fixes them word for word, straight apostrophe and all.
func TestQuotationMarksAreCurly(t *testing.T) {
	s := site(t)
	words := copyOf(t, s)
	for name, part := range map[string]any{
		"business.yaml": s.business, "blog.yaml": s.blog, "errors.yaml": s.errors, "layout.yaml": s.layout,
		"pages.yaml": s.shared, "services.yaml": s.services, "the labels of quote.yaml": s.quote.Labels,
	} {
		words[name] = textsIn(reflect.ValueOf(part))
	}
	for path, texts := range words {
		for _, text := range texts {
			if text = html.UnescapeString(text); strings.ContainsAny(text, `'"`) {
				t.Errorf("%s has a straight mark in %q, want ’, “ or ”", path, text)
			}
		}
	}
}

// TestPagesOfAKindDiffer compares any two services and any two cities: of the sequences of five words of the shorter page
// less than a quarter may stand on the other.
func TestPagesOfAKindDiffer(t *testing.T) {
	s := site(t)
	words := copyOf(t, s)
	shingles := map[string]map[string]bool{}
	for path, texts := range words {
		shingles[path] = map[string]bool{}
		for _, text := range texts {
			list := word.FindAllString(strings.ToLower(text), -1)
			for i := range max(0, len(list)-4) {
				shingles[path][strings.Join(list[i:i+5], " ")] = true
			}
		}
	}
	for _, kind := range []Kind{KindService, KindCity} {
		var paths []string
		for _, r := range s.Routes() {
			if r.Kind == kind {
				paths = append(paths, r.Path)
			}
		}
		for i, one := range paths {
			for _, other := range paths[i+1:] {
				common := 0
				for shingle := range shingles[one] {
					if shingles[other][shingle] {
						common++
					}
				}
				if part := float64(common) / float64(min(len(shingles[one]), len(shingles[other]))); part >= 0.25 {
					t.Errorf("%s and %s share %.0f%% of their sequences of five words, want less than 25%%", one, other, 100*part)
				}
			}
		}
	}
}

func TestArticlesAreLongEnough(t *testing.T) {
	s := site(t)
	for path, page := range s.pages {
		if article, ok := page.(*articlePage); ok {
			if n := len(word.FindAllString(strings.Join(textsIn(reflect.ValueOf(article.parts)), " "), -1)); n < 900 {
				t.Errorf("%s has %d words, want 900 at least", path, n)
			}
		}
	}
}

// TestEveryFactIsUsed finds prices and facts that no page shows: somebody paid for them, and nobody reads them.
func TestEveryFactIsUsed(t *testing.T) {
	s := site(t)
	used := map[string]bool{}
	for i := range s.services.Categories {
		for _, service := range s.services.Categories[i].Services {
			for _, key := range service.Prices {
				used["price."+key] = true
			}
		}
	}
	for _, file := range realFiles(t) {
		for _, match := range reference.FindAllStringSubmatch(string(file.Data), -1) {
			used[strings.Replace(strings.ToLower(match[1]), "any.", "list.", 1)] = true
		}
	}
	var defined []string
	for key := range s.prices.Prices {
		defined = append(defined, "price."+key)
	}
	for key := range s.prices.Market {
		defined = append(defined, "market."+key)
	}
	for key := range s.facts.Facts {
		defined = append(defined, "fact."+key)
	}
	for key := range s.facts.Lists {
		defined = append(defined, "list."+key)
	}
	for _, key := range defined {
		if !used[key] {
			t.Errorf("no page shows {%s}", key)
		}
	}
}

// TestPagesShowTheirFigures compares the pages with section 9 of the specification: each shows the figures that belong to
// it.
func TestPagesShowTheirFigures(t *testing.T) {
	s := site(t)
	words := copyOf(t, s)
	for path, figures := range map[string]string{
		"/get-quote":                                "$99+ $250 $350 $650+",
		"/services/junk-removal":                    "$99–$600+",
		"/services/furniture-removal":               "$99–$399",
		"/services/appliance-pickup":                "$75–$150 90%",
		"/services/mattress-disposal":               "$75–$100 $100–$150 80% 5_years",
		"/services/yard-waste":                      "$99 $300–$800",
		"/services/garage-cleanout":                 "$150–$600 $400–$600 2–4_hours",
		"/services/apartment-cleanouts":             "$150–$350 $300–$600 2–4_hours",
		"/services/hot-tub-removal":                 "$300–$800",
		"/services/shed-removal":                    "$300–$1,200 from_$300 1–2_days",
		"/services/ewaste-recycling":                "$75 95%",
		"/services/hoarder-cleanouts":               "$2,000–$10,000+",
		"/services/storage-unit-cleanouts":          "$150–$250 $300–$500 $500–$900 1–3_hours 24–48_hours",
		"/services/office-cleanouts":                "$500–$1,000 $2,000–$10,000+",
		"/services/retail-warehouse-cleanouts":      "$1,000–$2,000 $5,000–$25,000+ 1–2_days 3–7_days",
		"/services/real-estate-property-management": "1–4_hours",
		"/services/light-demolition":                "1–3_days",
		"/services/same-day-junk-removal":           "noon 7_days_a_week",
		"/services/subscription-junk-removal":       "15–25% 25% 20% 15%",
		"/services/property-cleanouts":              "$1,500–$5,000+ 1–3_days",
		"/services/construction-debris":             "from_$200 $500–$1,500",
		"/blog/junk-removal-cost-guide-dallas":      "$120–$180 $250–$400 $400–$600 $600–$800+",
		"/blog/eco-friendly-junk-removal-dallas":    "up_to_60%",
		"/locations/dallas":                         "over_500_jobs",
		"/locations/fort-worth":                     "over_400_jobs",
		"/locations/mckinney":                       "over_10_years",
		"/locations/southlake":                      "over_10_years",
	} {
		text := strings.ToLower(strings.Join(words[path], "\n"))
		for _, figure := range strings.Fields(figures) {
			if figure = strings.ReplaceAll(figure, "_", " "); !strings.Contains(text, figure) {
				t.Errorf("%s does not show %q", path, figure)
			}
		}
	}
}

// TestClaimsStandWhereTheyBelong checks the claims that section 9 of the specification makes of single cities: no other
// page makes them.
func TestClaimsStandWhereTheyBelong(t *testing.T) {
	s := site(t)
	words := copyOf(t, s)
	for claim, allowed := range map[string][]string{
		"dallas_jobs": {"/locations/dallas"}, "fort_worth_jobs": {"/locations/fort-worth"},
		"years_local": {"/locations/mckinney", "/locations/southlake"},
	} {
		shown := s.facts.Facts[claim].String()
		for path, texts := range words {
			if !slices.Contains(allowed, path) && strings.Contains(strings.ToLower(strings.Join(texts, "\n")), shown) {
				t.Errorf("%s claims %q", path, shown)
			}
		}
	}
}

// TestHighlandPark compares the page with section 2 of the specification, which lists what is on it.
func TestHighlandPark(t *testing.T) {
	page := site(t).City(BuildInfo{}, "highland-park-university-park")
	for _, test := range []struct {
		name string
		got  any
		want any
	}{
		{"areas", strings.Join(page.Neighborhoods.Items, ", "), "Armstrong Parkway, Beverly Drive, Turtle Creek, Lakeside Drive, University Boulevard, Preston Road, SMU Campus Area, Mockingbird Lane, Lovers Lane"},
		{"testimonials", len(page.Testimonials.Items), 3},
		{"recent projects", len(page.Jobs.Items), 4},
		{"button", page.CTA.Label, "Get Free Estate Consultation"},
	} {
		if test.got != test.want {
			t.Errorf("%s = %v, want %v", test.name, test.got, test.want)
		}
	}
	premium := strings.ToLower(strings.Join(page.Premium.Groups[0].Items, ", "))
	for _, want := range []string{"estate cleanouts and downsizing", "fine furniture removal", "renovation debris", "white-glove service", "marble and hardwood floor protection", "unmarked vehicles", "after-hours by appointment", "donation coordination"} {
		if !strings.Contains(premium, want) {
			t.Errorf("the premium services are %q, without %q", premium, want)
		}
	}
	if page.Estate == nil || page.Renovation == nil || page.Why == nil || !strings.Contains(page.References, "request") {
		t.Error("the estate text, the renovation text, the reasons or the references are not there")
	}
}

// TestCities checks that each city has what section 2 of the specification gives all of them.
func TestCities(t *testing.T) {
	s := site(t)
	for _, r := range s.Routes() {
		if r.Kind != KindCity {
			continue
		}
		page := s.City(BuildInfo{}, r.Slug)
		for what, n := range map[string]int{
			"services": len(page.Services.Groups[0].Items), "disposal partners": len(page.Disposal.Partners),
			"recycling partners": len(page.Recycling.Partners), "neighborhoods": len(page.Neighborhoods.Items),
		} {
			if n < 3 {
				t.Errorf("%s has %d %s, want three at least", r.Path, n, what)
			}
		}
		for _, item := range page.Testimonials.Items {
			if item.Rating != 5 {
				t.Errorf("%s has a testimonial of %d stars", r.Path, item.Rating)
			}
		}
	}
}

// TestListsBeginLikeSentences finds items that a comma has cut out of a longer one, as YAML's short lists do.
func TestListsBeginLikeSentences(t *testing.T) {
	s := site(t)
	check := func(path string, items []string) {
		for _, item := range items {
			if item != capitalize(item) {
				t.Errorf("%s: the item %q begins in the middle", path, item)
			}
		}
	}
	for path, page := range s.pages {
		switch page := page.(type) {
		case *servicePage:
			for _, group := range page.Items.Groups {
				check(path, group.Items)
			}
		case *categoryPage:
			for _, section := range page.Sections {
				check(path, section.Items)
			}
		case *cityPage:
			check(path, page.Services.Items)
			check(path, page.Neighborhoods.Items)
		}
	}
	if len(s.pages) != 40 {
		t.Errorf("%d pages have files, want 40", len(s.pages))
	}
}
