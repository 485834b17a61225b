package quote

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

func TestParseAttribution(t *testing.T) {
	repeat := strings.Repeat
	host := repeat("r", 253) + ":65535"
	both := func(touch string) string { return `{"first":` + touch + `,"last":` + touch + `}` }
	for text, want := range map[string]string{
		"": "null",
		"utm_source=google&utm_medium=cpc&utm_campaign=spring+cleaning&gclid=Cj0K-_x.1&page=%2Fservices%2Fyard-waste" +
			"&referrer=www.google.com|page=%2Fblog&referrer=news.example:8443": `{"first":{"utm_source":"google",` +
			`"utm_medium":"cpc","utm_campaign":"spring cleaning","gclid":"Cj0K-_x.1","page":"/services/yard-waste",` +
			`"referrer":"www.google.com"},"last":{"page":"/blog","referrer":"news.example:8443"}}`,
		"page=%2F":  both(`{"page":"/"}`),
		"|page=%2F": both(`{"page":"/"}`),
		// Unknown, invalid and long values are dropped, and nothing else.
		"password=x&utm_source=a%00%0D%0Ab&gclid=<script>&msclkid=" + repeat("c", 513) + "&page=//evil.example%0A" +
			"&utm_term=" + repeat("c", 201) + "&referrer=https://evil.example/|": both(
			`{"utm_source":"a  b","page":"//evil.example"}`),
		"utm_source=%zz&utm_medium=cpc":                               both(`{"utm_medium":"cpc"}`),
		"utm_source=one&utm_source=two":                               both(`{"utm_source":"one"}`),
		"page=/" + repeat("p", 300) + "&referrer=" + repeat("r", 254): "null",
		"referrer=" + host:                                            both(`{"referrer":"` + host + `"}`),
		"utm_term=" + repeat("ü", 200):                                both(`{"utm_term":"` + repeat("ü", 200) + `"}`),
		"unknown=1|other=2":                                           "null",
		"utm_source=google&x=" + repeat("x", maxAttribution):          "null",
		"utm_source=\xff\xfe|utm_source=" + url.QueryEscape("grün & günstig"): `{"first":{"utm_source":"` + "\uFFFD" + `"},` +
			`"last":{"utm_source":"grün & günstig"}}`,
	} {
		got, err := json.Marshal(ParseAttribution(text))
		decoded := strings.ReplaceAll(string(got), `\u0026`, "&")
		if err != nil || decoded != want {
			t.Errorf("ParseAttribution(%q) = %s, %v, want %s", text, decoded, err, want)
		}
	}
}

func TestAttributionOf(t *testing.T) {
	for address, want := range map[string]string{
		"https://haul.example/":                                          "",
		"https://haul.example/?received=x":                               "",
		"https://haul.example/get-quote?gclid=abc&page=/x&referrer=evil": "Google ad, gclid abc, page /get-quote",
		"https://haul.example/?wbraid=a":                                 "Google ad, wbraid a, page /",
		"https://haul.example/?msclkid=a":                                "Microsoft ad, msclkid a, page /",
		"https://haul.example/?utm_source=nextdoor&gclid=a":              "nextdoor, gclid a, page /",
	} {
		page, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		a := AttributionOf(page)
		if (a != nil) != (want != "") || a != nil && (a.First.String() != want || a.First != a.Last) {
			t.Errorf("AttributionOf(%s) = %+v, want %q twice", address, a, want)
		}
	}
}
