package quote

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func full() Request {
	return Request{
		Name: "Ann O'Neil", Email: "ann@example.com", Phone: "(214) 555-0100",
		ServiceType: "Light Demolition/Disassembly", ZIPCode: "75024",
		ServiceTimeframe: "Today", Message: "A <sofa> & a \"bed\"\nsecond line", Source: SourceGet,
	}
}

func TestWebhookBody(t *testing.T) {
	at := time.Date(2025, 3, 9, 1, 2, 3, 4_000_000, time.FixedZone("CST", -6*3600))
	want := `{"name":"Ann O'Neil","email":"ann@example.com","phone":"(214) 555-0100",` +
		`"serviceType":"Light Demolition/Disassembly","zipCode":"75024","serviceTimeframe":"Today",` +
		`"message":"A <sofa> & a \"bed\"\nsecond line","source":"Get Quote Page Form",` +
		`"timestamp":"2025-03-09T07:02:03.004Z"}`
	if got := string(full().WebhookBody(at)); got != want {
		t.Errorf("WebhookBody() =\n%s, want\n%s", got, want)
	}
}

func TestEmailBody(t *testing.T) {
	want := `{"name":"Ann O'Neil","email":"ann@example.com","phone":"(214) 555-0100",` +
		`"serviceType":"Light Demolition/Disassembly","zipCode":"75024","serviceTimeframe":"Today",` +
		`"message":"A <sofa> & a \"bed\"\nsecond line"}`
	if got := string(full().EmailBody()); got != want {
		t.Errorf("EmailBody() =\n%s, want\n%s", got, want)
	}
}

func TestCheckMissing(t *testing.T) {
	tests := []struct {
		name string
		edit func(*Request)
		want []string
	}{
		{"complete", func(*Request) {}, nil},
		{"optional fields", func(r *Request) { r.Email, r.Message = "", "" }, nil},
		{"one", func(r *Request) { r.ZIPCode = "" }, []string{"zipCode"}},
		{"only space", func(r *Request) { r.Name = " \t\r\n\u00a0" }, []string{"name"}},
		{"only control characters", func(r *Request) { r.Phone = "\x00\x1b" }, []string{"phone"}},
		{"all", func(r *Request) { *r = Request{} },
			[]string{"name", "phone", "serviceTimeframe", "serviceType", "zipCode"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := full()
			test.edit(&r)
			var got []string
			if result := r.Clean().Check("", site().QuoteMessages()); result != nil {
				got = slices.Sorted(maps.Keys(result.Errors))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("Check() has errors of %q, want %q", got, test.want)
			}
		})
	}
}

func TestClean(t *testing.T) {
	tests := []struct{ in, line, text string }{
		{"  Ann  ", "Ann", "Ann"},
		{"a\r\nb\rc\nd", "a  b c d", "a\nb\nc\nd"},
		{"a\tb", "a b", "a\tb"},
		{"\x1b[31mred\x00\u0085", "[31mred", "[31mred"},
		{"bad \xff byte", "bad \uFFFD byte", "bad \uFFFD byte"},
		{"José 🛋️", "José 🛋️", "José 🛋️"},
	}
	for _, test := range tests {
		r := Request{Name: test.in, Message: test.in}.Clean()
		if r.Name != test.line {
			t.Errorf("Clean(%q).Name = %q, want %q", test.in, r.Name, test.line)
		}
		if r.Message != test.text {
			t.Errorf("Clean(%q).Message = %q, want %q", test.in, r.Message, test.text)
		}
	}
}

// TestCleanProperties checks, for any input, that Clean is idempotent and leaves no line breaks in single-line fields,
// and that the JSON contains the same text.
func TestCleanProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		field := func(name string) string { return string(rapid.SliceOf(rapid.Byte()).Draw(t, name)) }
		r := Request{Name: field("name"), Phone: rapid.String().Draw(t, "phone"), Message: field("message")}.Clean()
		if !reflect.DeepEqual(r, r.Clean()) {
			t.Fatalf("Clean(%+v) = %+v", r, r.Clean())
		}
		if strings.ContainsAny(r.Name+r.Phone, "\r\n\t\x00") {
			t.Fatalf("control characters in %+v", r)
		}
		if !utf8.ValidString(r.Name) || !utf8.ValidString(r.Message) {
			t.Fatalf("invalid UTF-8 in %+v", r)
		}
		var back map[string]string
		if err := json.Unmarshal(r.WebhookBody(time.Unix(0, 0)), &back); err != nil {
			t.Fatal(err)
		}
		if back["name"] != r.Name || back["message"] != r.Message || len(back) != 9 {
			t.Fatalf("body has %q for %+v", back, r)
		}
	})
}

func TestValidSource(t *testing.T) {
	for _, s := range Sources() {
		if !ValidSource(s) {
			t.Errorf("ValidSource(%q) = false, want true", s)
		}
	}
	for _, s := range []string{"", "homepage hero form", "Footer"} {
		if ValidSource(s) {
			t.Errorf("ValidSource(%q) = true, want false", s)
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
		t.Errorf("the log lacks the masked number: %s", b.String())
	}
}

func TestPhoneDigits(t *testing.T) {
	for phone, want := range map[string]string{
		"(214) 555-0109": "2145550109", "+1 214 555 0109": "2145550109", "24155501091": "24155501091",
		"10 digits": "10", "ask my son": "",
	} {
		if got := PhoneDigits(phone); got != want {
			t.Errorf("PhoneDigits(%q) = %q, want %q", phone, got, want)
		}
	}
}
