package company

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/load"
)

func TestPayURL(t *testing.T) {
	for p, want := range map[PayURL]string{
		"":                               "",
		"https://paypal.me/ann/{amount}": "https://paypal.me/ann/1412.00",
		"https://venmo.com/ann?txn=pay&amount={amount}&note={reference}": "https://venmo.com/ann?txn=pay" +
			"&amount=1412.00&note=A%26B",
		"https://buy.stripe.com/x?__prefilled_amount={cents}": "https://buy.stripe.com/x?__prefilled_amount=141200",
	} {
		if got := p.For(1412_00, "A&B"); got != want {
			t.Errorf("PayURL(%q).For(141200) = %q, want %q", p, got, want)
		}
	}
}

// A company's phone number, mailbox and domain are its own, or named as invented.
func TestFictional(t *testing.T) {
	for field, want := range map[string]string{
		"":                            "",
		"phone: (406) 555-0142":       `the phone number "(406) 555-0142" is fictional`,
		"phone: (406) 555-0242":       "",
		"email: ann@annshauling.test": `the email address "ann@annshauling.test" is fictional`,
		"url: https://localhost":      `the site's address "https://localhost" is fictional`,
	} {
		d, company := load.NewDecoder(fstest.MapFS{}, fstest.MapFS{}), Business{}
		file := strings.Replace(businessFile, "(406) 555-0142", "(406) 551-0142", 1)
		key, _, _ := strings.Cut(field, ":")
		if before, after, ok := strings.Cut(file, "\n"+key+":"); ok {
			_, after, _ = strings.Cut(after, "\n")
			file = before + "\n" + field + "\n" + after
		}
		d.Decode("file.yaml", d.ParseText("file.yaml", file), &company)
		if got := strings.Trim(fmt.Sprint(company.Fictional(d)), "[]"); !matches(got, want) {
			t.Errorf("with %q: %q, want %q", field, got, want)
		}
	}
}

func TestParts(t *testing.T) {
	c := Business{Off: []string{PartLoads}}
	if !c.IsOff(PartLoads) || !c.IsOff(PartEstimate) || c.IsOff(PartBlog) {
		t.Error("without loads there is an estimator, or no blog")
	}
	c = Business{Off: []string{PartEstimate}}
	if c.IsOff(PartLoads) || !c.IsOff(PartEstimate) {
		t.Error("without the estimator there are no loads, or there is one")
	}
}

// Names of companies in the privacy page stand once, in the order of the table.
func TestTrackersNameCompanies(t *testing.T) {
	got := Trackers{"meta": "12345678", "googleAds": "AW-1", "google": "G-1"}.Companies()
	if !slices.Equal(got, []string{"Google", "Meta"}) {
		t.Errorf("the companies are %q", got)
	}
}

func TestProofs(t *testing.T) {
	ann, bob := Member{Name: "Ann"}, Member{Name: "Bob"}
	for _, test := range []struct {
		proofs Proofs
		people int
		given  bool
	}{
		{Proofs{}, 0, false}, {Proofs{ReviewsURL: "https://a.com"}, 0, false}, {Proofs{Since: 2010}, 0, true},
		{Proofs{Owner: &ann}, 1, true}, {Proofs{Crew: []Member{bob}}, 1, true},
		{Proofs{Owner: &ann, Crew: []Member{bob}}, 2, true},
	} {
		people := test.proofs.People()
		if len(people) != test.people || test.proofs.Given() != test.given || test.people == 2 && people[0] != ann {
			t.Errorf("%+v has the people %v, is given: %t", test.proofs, people, test.proofs.Given())
		}
	}
}
