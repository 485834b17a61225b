package web

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestRedirects(t *testing.T) {
	now := time.Date(2025, 10, 6, 15, 0, 0, 0, time.UTC)
	r := redirects{[]byte("key"), func() time.Time { return now }}
	address, err := url.Parse(r.to("/get-quote", "quote-form"))
	if err != nil || address.Path != "/get-quote" || address.Fragment != "quote-form" {
		t.Fatalf("to() = %v, %v", address, err)
	}
	value := address.Query().Get(received)
	wants := func(r redirects, page, value, want string) {
		t.Helper()
		if got := r.form(page, value); got != want {
			t.Errorf("form(%s, %q) = %q, want %q", page, value, got, want)
		}
	}
	wants(r, "/get-quote", value, "quote-form")
	wants(redirects{[]byte("key"), r.now}, "/get-quote", value, "quote-form") // another instance
	wants(redirects{[]byte("other"), r.now}, "/get-quote", value, "")
	wants(r, "/", value, "")
	wants(r, "/get-quote", strings.Replace(value, "quote-form", "other-form", 1), "")
	for _, value := range []string{"", ".", "..", "quote-form", value + "x", value[:len(value)-1], strings.ToUpper(value), strings.Repeat(".", 1000)} {
		wants(r, "/get-quote", value, "")
	}
	later := strings.Split(value, ".")
	later[1] = "zzzzzz"
	wants(r, "/get-quote", strings.Join(later, "."), "")
	for offset, want := range map[time.Duration]string{
		-clockSkew: "quote-form", -clockSkew - time.Second: "", receivedFor - time.Second: "quote-form", receivedFor: "",
	} {
		at := now.Add(offset)
		wants(redirects{[]byte("key"), func() time.Time { return at }}, "/get-quote", value, want)
	}
}
