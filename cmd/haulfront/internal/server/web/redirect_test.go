package web

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
)

func TestRedirects(t *testing.T) {
	now := time.Date(2025, 10, 6, 15, 0, 0, 0, time.UTC)
	r := redirectSigner{[]byte("key"), func() time.Time { return now }}
	sent := quote.Receipt{Form: "quote-form", Reference: "0199b3a4-1c2d", Way: "text", At: now}
	address, err := url.Parse(r.url("/get-quote", sent))
	if err != nil || address.Path != "/get-quote" || address.Fragment != "quote-form-title" {
		t.Fatalf("url() = %v, %v", address, err)
	}
	value := address.Query().Get(receivedParameter)
	wants := func(r redirectSigner, page, value, want string) {
		t.Helper()
		got, ok := r.verify(page, value)
		if got.Form != want || ok != (want != "") {
			t.Errorf("verify(%s, %q) = %+v, %v, want %q", page, value, got, ok, want)
		}
		if ok && (got.Reference != sent.Reference || got.Way != sent.Way || !got.At.Equal(sent.At)) {
			t.Errorf("verify(%s, %q) = %+v, want %+v", page, value, got, sent)
		}
	}
	wants(r, "/get-quote", value, "quote-form")
	wants(redirectSigner{[]byte("key"), r.now}, "/get-quote", value, "quote-form") // another instance
	wants(redirectSigner{[]byte("other"), r.now}, "/get-quote", value, "")
	wants(r, "/", value, "")
	wants(r, "/get-quote", strings.Replace(value, "quote-form", "other-form", 1), "")
	for _, forged := range []string{"0199b3a4-1c2e", "", "<b>", "call 555"} {
		wants(r, "/get-quote", strings.Replace(value, sent.Reference, forged, 1), "")
	}
	wants(r, "/get-quote", strings.Replace(value, ".text.", ".email.", 1), "")
	for _, value := range []string{
		"", ".", "..", "quote-form", value + "x", value[:len(value)-1],
		strings.ToUpper(value), strings.Repeat(".", 1000),
	} {
		wants(r, "/get-quote", value, "")
	}
	later := strings.Split(value, ".")
	later[1] = "zzzzzz"
	wants(r, "/get-quote", strings.Join(later, "."), "")
	for offset, want := range map[time.Duration]string{
		-clockSkew: "quote-form", -clockSkew - time.Second: "",
		redirectLifetime - time.Second: "quote-form", redirectLifetime: "",
	} {
		at := now.Add(offset)
		wants(redirectSigner{[]byte("key"), func() time.Time { return at }}, "/get-quote", value, want)
	}
}
