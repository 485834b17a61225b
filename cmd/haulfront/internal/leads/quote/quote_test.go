package quote

import (
	"bytes"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

func full() Request {
	return Request{
		Name: "Ann O'Neil", Email: "ann@example.com", Phone: "(214) 555-0100",
		ServiceType: "Light Demolition/Disassembly", ZIPCode: "75024",
		ServiceTimeframe: "Today", Message: "A <sofa> & a \"bed\"\nsecond line", Source: SourceGet,
	}
}

func TestBodies(t *testing.T) {
	at := time.Date(2025, 3, 9, 1, 2, 3, 4_000_000, time.FixedZone("CST", -6*3600))
	want := `{"name":"Ann O'Neil","email":"ann@example.com","phone":"(214) 555-0100",` +
		`"serviceType":"Light Demolition/Disassembly","zipCode":"75024","serviceTimeframe":"Today",` +
		`"message":"A <sofa> & a \"bed\"\nsecond line","source":"Get Quote Page Form",` +
		`"timestamp":"2025-03-09T07:02:03.004Z"}`
	if got := string(full().WebhookBody(at)); got != want {
		t.Errorf("WebhookBody() =\n%s, want\n%s", got, want)
	}
	want, _, _ = strings.Cut(want, `,"source"`)
	want += "}"
	if got := string(full().EmailBody()); got != want {
		t.Errorf("EmailBody() =\n%s, want\n%s", got, want)
	}
}

func TestCheckMissing(t *testing.T) {
	for want, edit := range map[string]func(*Request){
		"":        func(r *Request) { r.Email, r.Message = "", "" },
		"zipCode": func(r *Request) { r.ZIPCode = "" },
		"name":    func(r *Request) { r.Name = " \t\r\n\u00a0" },
		"phone":   func(r *Request) { r.Phone = "\x00\x1b" },
		"name phone serviceTimeframe serviceType zipCode": func(r *Request) { *r = Request{} },
	} {
		r := full()
		edit(&r)
		var got []string
		if result := r.Clean().Check(nil, site().Quote().Messages); result != nil {
			got = slices.Sorted(maps.Keys(result.Errors))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Check() of %+v has errors of %q, want %q", r, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	for _, test := range []struct{ in, line, text string }{
		{"  Ann  ", "Ann", "Ann"},
		{"a\r\nb\rc\nd", "a  b c d", "a\nb\nc\nd"},
		{"a\tb", "a b", "a\tb"},
		{"\x1b[31mred\x00\u0085", "[31mred", "[31mred"},
		{"bad \xff byte", "bad \uFFFD byte", "bad \uFFFD byte"},
		{"\u202eevE \u2066Ann\u200f", "evE Ann", "evE Ann"},
		{"José 🛋️", "José 🛋️", "José 🛋️"},
	} {
		if r := (Request{Name: test.in, Message: test.in}).Clean(); r.Name != test.line || r.Message != test.text {
			t.Errorf("Clean() of %q = %q, %q, want %q, %q", test.in, r.Name, r.Message, test.line, test.text)
		}
	}
}

func TestLogValueHasNoPersonalData(t *testing.T) {
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, nil)).Info("posted", "request", full())
	for _, secret := range []string{"Ann", "ann@example.com", "555", "sofa"} {
		if strings.Contains(b.String(), secret) {
			t.Errorf("the log contains %q: %s", secret, b.String())
		}
	}
	if !strings.Contains(b.String(), "***00") {
		t.Error("the log lacks the masked number: " + b.String())
	}
}
