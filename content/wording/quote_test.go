package wording

import "testing"

func TestQuoteWords(t *testing.T) {
	m := QuoteMessages{Longer: "[length] of [max]"}
	if got := m.LongerText(5001, 5000); got != "5,001 of 5,000" {
		t.Errorf("LongerText = %q", got)
	}
	l := QuoteLabels{Options: map[string]string{"Other": "Otro"}}
	if l.Option("Other") != "Otro" || l.Option("Today") != "Today" {
		t.Errorf("Option = %q, %q", l.Option("Other"), l.Option("Today"))
	}
	q := Quote{PhoneUse: "We call."}
	q.Ads.Shared = Ads{Phone: "We call, and share.", Privacy: "Shared."}
	q.Ads.NotShared = Ads{Privacy: "Not shared."}
	for shared, want := range map[bool]Ads{
		true: q.Ads.Shared, false: {Phone: "We call.", Privacy: "Not shared."},
	} {
		if got := q.AdsWords(shared, nil); got != want {
			t.Errorf("AdsWords(%t) = %+v, want %+v", shared, got, want)
		}
	}
	q.Ads.Tracked = Ads{Phone: "Scripts ([names]).", Privacy: "They ([names]) see it.", Scripts: "[names]"}
	for shared, want := range map[bool]Ads{
		true: {Phone: "We call, and share. Scripts (Google, Meta).", Privacy: "Shared.", Scripts: "Google, Meta"},
		false: {Phone: "We call. Scripts (Google, Meta).", Privacy: "They (Google, Meta) see it.",
			Scripts: "Google, Meta"},
	} {
		if got := q.AdsWords(shared, []string{"Google", "Meta"}); got != want {
			t.Errorf("AdsWords(%t) with trackers = %+v, want %+v", shared, got, want)
		}
	}
}

// TestPriceWords checks that an amount without an upper end is "from $99", not "about $99+".
func TestPriceWords(t *testing.T) {
	q := Quote{Prices: map[string]string{Usual: "usually [price]", About: "about [price]", From: "from [price]",
		Final: "final price [price]"}}
	for _, test := range []struct{ kind, price, want string }{
		{About, "$99+", "from $99"}, {About, "$250", "about $250"}, {About, "$300–$800+", "about $300–$800+"},
		{Usual, "$99–$600+", "usually $99–$600+"}, {Final, "$412.50", "final price $412.50"},
		{About, "Priced on site", "Priced on site"}, {Usual, "from $300", "from $300"},
	} {
		if got := q.Price(test.kind, test.price); got != test.want {
			t.Errorf("Price(%s, %q) = %q, want %q", test.kind, test.price, got, test.want)
		}
	}
}
