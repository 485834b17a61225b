package content

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/company"
	"haulfront/content/wording"
)

// What business.yaml says about the company stands on its page and in the band of other pages; without it, or if it is
// a sample on a public host, there is neither. About Us leads to the home page, as the specification says.
func TestProofs(t *testing.T) {
	const given = "owner: { name: Ann Smith, role: Owner }\nsince: 2014\nreviewsUrl: https://reviews.example/blue\n" +
		"insurance: { insurer: Example Mutual, policy: GL-12 }\n" +
		"licenses: [{ name: TCEQ registration, number: \"77\" }]\n" +
		"crew: [{ name: Luis, photo: luis }]\n"
	invented := "owner: { name: Ann Smith, role: Owner, sample: true }\n"
	for _, test := range []struct {
		name, lines string
		about       bool
	}{
		{"nothing", "", false}, {"a link to the reviews", "reviewsUrl: https://reviews.example/blue\n", false},
		{"everything", given, true}, {"a sample", invented, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := changed(t, "business.yaml", "sameAs:", test.lines+"sameAs:")
			s, err := Load(files)
			if err != nil {
				t.Fatal(err)
			}
			home := s.Home(BuildInfo{})
			if got := home.Layout.Nav.About.Href; got != "/" {
				t.Errorf("About Us leads to %s, want /", got)
			}
			if who := home.Who; (who != nil) != test.about {
				t.Errorf("Who shows up: %t, want %t", who != nil, test.about)
			} else if who != nil && (who.Lead != "") != (test.lines == given) {
				t.Errorf("above the facts %v stands %q", who.Facts, who.Lead)
			}
			_, ok := s.pages["/about"]
			if ok != test.about {
				t.Fatalf("/about exists: %t, want %t", ok, test.about)
			}
			if facts := strings.Count(test.lines, "\n"); ok {
				people := strings.Count(test.lines, "name: Ann") + strings.Count(test.lines, "name: Luis")
				who := PageOf[AboutPage](s, BuildInfo{}, "/about").Who
				if len(who.Facts) != facts-people || len(who.Crew) != people {
					t.Errorf("/about has the facts %v and the people %v, want %d and %d", who.Facts,
						who.Crew, facts-people, people)
				}
				for i, want := range []string{"about-owner", "about-carrier"}[:people] {
					if got := who.Crew[i].Picture; got != want {
						t.Errorf("/about shows %q of %s, want %q", got, who.Crew[i].Name, want)
					}
				}
			}
			link := strings.Contains(test.lines, "reviewsUrl")
			if r := home.Layout.Brand.Rating; r == nil || (r.Href != "") != link {
				t.Errorf("the rating is %+v, want a link: %t", r, link)
			}
		})
	}
}

// Another company has a link to /about where that exists, and elsewhere if its layout.yaml says so.
func TestAboutLink(t *testing.T) {
	for _, test := range []struct{ owner, layout, want string }{
		{"", "", ""}, {"owner: { name: Ann Smith, role: Owner }\n", "", "/about"},
		{"since: 2014\n", "nav: { about: { label: Us, href: /locations } }\n", "/locations"},
	} {
		files := owner(t, "priceRange: $$\n", "priceRange: $$\n"+test.owner)
		if test.layout != "" {
			files["layout.yaml"] = &fstest.MapFile{Data: []byte(test.layout)}
		}
		if s, err := Load(files); err != nil || s.Home(BuildInfo{}).Layout.Nav.About.Href != test.want {
			t.Errorf("with %q and %q: %v, want a link to %s", test.owner, test.layout, err, test.want)
		}
	}
}

// TestCompanyReviews adds the company's reviews to those of a page: of a town or all, the latest, as many as fit.
func TestCompanyReviews(t *testing.T) {
	var reviews company.Reviews
	for month := 1; month <= maxReviews; month++ {
		town := map[bool]string{true: "Plano", false: "Allen"}[month%2 == 0]
		reviews = append(reviews, company.Testimonial{Author: fmt.Sprint(month), Place: town,
			Month: fmt.Sprintf("2026-%02d", month)})
	}
	page := &TestimonialsSection{Title: "Own", Items: []company.Testimonial{{Author: "own"}}}
	for _, test := range []struct {
		page    *TestimonialsSection
		reviews company.Reviews
		town    string
		want    string
	}{
		{nil, nil, "", ""}, {nil, reviews, "Frisco", ""}, {page, nil, "", "Own: own"},
		{nil, reviews, "", "Reviews: 6 5 4 3 2 1"}, {nil, reviews, "Plano", "Reviews: 6 4 2"},
		{page, reviews, "Allen", "Own: 5 3 1 own"}, {page, reviews, "", "Own: 6 5 4 3 2 1"},
	} {
		got, s := "", &Site{shared: wording.Shared{ReviewsTitle: "Reviews"}}
		s.Business.Reviews = test.reviews
		if section := test.page.with(s, test.town, ""); section != nil {
			got = section.Title + ":"
			for _, item := range section.Items {
				got += " " + item.Author
			}
		}
		if got != test.want || len(page.Items) != 1 {
			t.Errorf("with the reviews of %q: %q, want %q; the page has %d", test.town, got, test.want, len(page.Items))
		}
	}
}

// Reviews show their month, the latest first; those without a date come last.
func TestReviewDates(t *testing.T) {
	t.Parallel()
	s, err := Load(changed(t, "home.yaml", "      place: Irving\n", "      place: Irving\n      date: \"2026-09\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	items := s.Home(BuildInfo{}).Testimonials.Items
	first, last := items[0], items[len(items)-1]
	if first.Place != "Irving" || first.Date != "September 2026" || last.Date != "" {
		t.Errorf("the reviews are %+v, want Irving's of September 2026 first", items)
	}
}
