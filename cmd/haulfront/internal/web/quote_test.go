package web

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/site"
)

// FuzzQuote checks that any posted body is refused or becomes a clean request: one line a field, texts within their
// bounds, a page and a source of the site.
func FuzzQuote(f *testing.F) {
	for _, body := range []string{
		"name=Ann&phone=469-555-0188&serviceType=Other&zipCode=75201&serviceTimeframe=Today&page=/&form=hero-form",
		"name=Ann%0D%0ABcc:+x&page=//evil.example&source=Elsewhere&elapsed=1&subject=x&emailAsked=y&token=a.b.c",
		"name=%ff%00%c0%80&message=a%0d%0ab%0dc%e2%80%a8",
		"name=a&name=b&=&&%&a=%zz",
		`{"name":"Ann\u0000\r\n","phone":null,"page":"/","token":"a.b.c\r\n"}`,
		"name=a&attribution=utm_source%3Da%250D%250Ab%26page%3D%2Fx%7Cgclid%3D%253Cx%253E%26referrer%3DEVIL",
		`{"name":1}`, `[]`, `null`, `{"a":{"b":[`, `{"Name":"x","name":"y"}`, "",
	} {
		f.Add(body, strings.HasPrefix(body, "{"))
	}
	pages, err := built()
	if err != nil {
		f.Fatal(err)
	}
	s := &Server{cfg: Config{Site: pages, Now: time.Now}}
	s.site.Store(pages)
	var got post
	var parseErr error
	app := fiber.New(fiber.Config{Immutable: true})
	app.Post(site.QuotePath, func(c fiber.Ctx) error {
		got, parseErr = s.readPost(c)
		return nil
	})
	f.Fuzz(func(t *testing.T, body string, isJSON bool) {
		req := httptest.NewRequest(http.MethodPost, site.QuotePath, strings.NewReader(body))
		req.Header.Set("Content-Type", fiber.MIMEApplicationForm)
		if isJSON {
			req.Header.Set("Content-Type", fiber.MIMEApplicationJSON)
		}
		got, parseErr = post{}, errors.New("the handler was not reached")
		if _, err := app.Test(req); err != nil {
			t.Fatal(err)
		}
		if parseErr != nil {
			if !isJSON || !errors.Is(parseErr, errSyntax) {
				t.Fatalf("parse = %v, want only JSON to be refused, as such", parseErr)
			}
			return
		}
		r := got.Request
		if !reflect.DeepEqual(r, r.Clean()) {
			t.Errorf("the request is not clean: %+v", r)
		}
		for name, value := range map[string]string{"name": r.Name, "email": r.Email, "phone": r.Phone,
			"serviceType": r.ServiceType, "zipCode": r.ZIPCode, "serviceTimeframe": r.ServiceTimeframe,
			"source": r.Source, "page": got.Page, "token": got.Token} {
			if strings.ContainsFunc(value, unicode.IsControl) || strings.ContainsAny(value, "\u2028\u2029") {
				t.Errorf("%s = %q has a control character", name, value)
			}
		}
		if a := r.Extra.Attribution; a != nil {
			for _, touch := range []quote.Touch{a.First, a.Last} {
				for field, value := range reflect.ValueOf(touch).Fields() {
					if strings.ContainsFunc(value.String(), unicode.IsControl) || value.Len() > 1024 {
						t.Errorf("%s of the attribution is %q, want one short line", field.Name, value)
					}
				}
			}
		}
		if !pages.HasPage(got.Page) || !quote.ValidSource(r.Source) {
			t.Errorf("page %q, source %q, want those of the site", got.Page, r.Source)
		}
		if reason, _ := got.Spam(); strings.ContainsFunc(reason, unicode.IsControl) {
			t.Errorf("Spam() = %q has a control character", reason)
		}
	})
}
