package company

import "testing"

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
