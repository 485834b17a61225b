package command

import (
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// The hashes are those that printf '%s' … | sha256sum gives.
const (
	annHash   = "71d4f55f72fa128dfb468a1a3901507c804b74316488744d769d7f4b16696476" // ann@example.com
	annNumber = "bd1303a7c098bff13c274847d4f153bfcd91406a6d05f78c898f283ef42ac94d" // +12145550100
)

func TestHashes(t *testing.T) {
	for text, want := range map[string]string{
		" Ann@Example.COM": hash("ann@example.com"), "a.n.n@gmail.com": hash("ann@gmail.com"), "a.n@example.com": hash("a.n@example.com"),
		"": "", "ann": "", "ann@": "", "ann@example.com bob@example.com": "",
	} {
		if got := hashEmail(text); got != want {
			t.Errorf("hashEmail(%q) = %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"(214) 555-0100": "+12145550100", "1 214 555 0100": "+12145550100", "+1.214.555.0100 ext. 7": "+12145550100", "214-555-0100 x7": "+12145550100",
		"+44 20 7946 0000": "+442079460000", "555-0100": "", "": "", "214 555 0100 or 972 555 0100": "", "call me": "",
	} {
		if want != "" {
			want = hash(want)
		}
		if got := hashPhone(text); got != want {
			t.Errorf("hashPhone(%q) = %s, want %s", text, got, want)
		}
	}
}

// TestLeadsExportAds has one lead of each kind: with a click, without one, with nothing to tell, in quarantine, opted out.
func TestLeadsExportAds(t *testing.T) {
	clicked, plain, unknown, out := anns(), anns(), anns(), anns()
	clicked.Request.Extra.Attribution = quote.ParseAttribution("wbraid=w1&page=/|gclid=-Cj0KCQ&gbraid=g1&page=/get-quote")
	plain.Key, plain.Request.Extra.Attribution = "plain", quote.ParseAttribution("page=/")
	unknown.Key, unknown.Request.Email, unknown.Request.Phone = "unknown", "", "ask for Ann"
	out.Key, out.Request.Extra.OptedOut = "out", true
	url, ids := journalWith(t, "", clicked, plain, unknown, bobs(), out)
	got := mustRun(t, url, "export", "--ads")
	want := "Google Click ID,GBRAID,WBRAID,Email,Phone Number,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID\n" +
		",,," + annHash + "," + annNumber + ",Quote request," + leadsNow.Add(time.Second).Format(time.RFC3339) + ",,," + ids[1] + "\n" +
		"-Cj0KCQ,,," + annHash + "," + annNumber + ",Quote request," + leadsNow.Format(time.RFC3339) + ",,," + ids[0] + "\n"
	if got != want {
		t.Errorf("export --ads =\n%s\nwant\n%s", got, want)
	}
	if got := mustRun(t, url, "export", "--ads", "--conversion", "Web lead", "--until", "2025-10-05"); strings.Count(got, ",Web lead,") != 2 {
		t.Errorf("export --ads --conversion =\n%s", got)
	}
	for _, args := range [][]string{{"--format", "jsonl"}, {"--conversion="}} {
		if out, err := haulfront(t, url, append([]string{"export", "--ads"}, args...)...); err == nil || !strings.Contains(err.Error(), "--conversion") {
			t.Errorf("export --ads %v = %q, %v, want an error that says what is wanted", args, out, err)
		}
	}
}

func TestLeadsShowAttribution(t *testing.T) {
	sub := anns()
	sub.Request.Extra.Attribution = quote.ParseAttribution("utm_source=%3DHYPERLINK()&gclid=abc&page=/blog|referrer=www.bing.com&page=/get-quote")
	url, ids := journalWith(t, "", sub, bobs())
	for _, test := range []struct {
		args []string
		want []string
	}{
		{[]string{"list"}, []string{"CAME FROM", "  www.bing.com  "}},
		{[]string{"show", ids[0]}, []string{"=HYPERLINK(), gclid abc, page /blog\n", "www.bing.com, page /get-quote\n"}},
		{[]string{"show", "--json", ids[0]}, []string{`"attribution":{"first":{"utm_source":"=HYPERLINK()","gclid":"abc","page":"/blog"},"last":{"page":"/get-quote","referrer":"www.bing.com"}}`}},
		{[]string{"export"}, []string{"firstTouch,firstTouch.utm_source,", ",lastTouch,lastTouch.utm_source,", ",'=HYPERLINK(),'=HYPERLINK(),,,,,abc,,,,/blog,,www.bing.com,,,,,,,,,,/get-quote,www.bing.com\r\n"}},
	} {
		out := mustRun(t, url, test.args...)
		for _, want := range test.want {
			if !strings.Contains(out, want) {
				t.Errorf("leads %v lacks %q:\n%s", test.args, want, out)
			}
		}
	}
}
