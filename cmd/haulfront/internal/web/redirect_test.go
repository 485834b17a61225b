package web

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestRedirects(t *testing.T) {
	now := time.Date(2025, 10, 6, 15, 0, 0, 0, time.UTC)
	r := redirectSigner{[]byte("key"), func() time.Time { return now }}
	address, err := url.Parse(r.url("/get-quote", "quote-form"))
	if err != nil || address.Path != "/get-quote" || address.Fragment != "quote-form-title" {
		t.Fatalf("url() = %v, %v", address, err)
	}
	value := address.Query().Get(receivedParameter)
	wants := func(r redirectSigner, page, value, want string) {
		t.Helper()
		if got := r.verify(page, value); got != want {
			t.Errorf("verify(%s, %q) = %q, want %q", page, value, got, want)
		}
	}
	wants(r, "/get-quote", value, "quote-form")
	wants(redirectSigner{[]byte("key"), r.now}, "/get-quote", value, "quote-form") // another instance
	wants(redirectSigner{[]byte("other"), r.now}, "/get-quote", value, "")
	wants(r, "/", value, "")
	wants(r, "/get-quote", strings.Replace(value, "quote-form", "other-form", 1), "")
	for _, value := range []string{"", ".", "..", "quote-form", value + "x", value[:len(value)-1], strings.ToUpper(value), strings.Repeat(".", 1000)} {
		wants(r, "/get-quote", value, "")
	}
	later := strings.Split(value, ".")
	later[1] = "zzzzzz"
	wants(r, "/get-quote", strings.Join(later, "."), "")
	for offset, want := range map[time.Duration]string{
		-clockSkew: "quote-form", -clockSkew - time.Second: "", redirectLifetime - time.Second: "quote-form", redirectLifetime: "",
	} {
		at := now.Add(offset)
		wants(redirectSigner{[]byte("key"), func() time.Time { return at }}, "/get-quote", value, want)
	}
}
