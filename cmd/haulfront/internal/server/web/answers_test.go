package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestStatusOf maps errors, also wrapped ones, to statuses.
func TestStatusOf(t *testing.T) {
	for err, want := range map[error]int{
		errors.New("unknown"): 500, fiber.NewError(418): 418, fiber.NewError(499): 499, fiber.NewError(500): 500,
		fiber.NewError(505): 500, fiber.ErrMethodNotAllowed: 405, journal.ErrUnavailable: 503, context.Canceled: 503,
		errCrossOrigin: 403, errRate: 429, quote.Invalid: 422, quote.Undelivered: 502, journal.ErrLinkEnded: 410,
	} {
		if got := statusOf(fmt.Errorf("answer: %w", err)); got != want {
			t.Errorf("statusOf(%v) = %d, want %d", err, got, want)
		}
	}
}

// TestMalformed answers requests that cannot be read with a page and an ID, and closes the connection.
func TestMalformed(t *testing.T) {
	s := newServer(t, slog.DiscardHandler)
	for err, want := range map[error]int{errVersion: 505, errFraming: 400, errors.New("no HTTP"): 400,
		fmt.Errorf("read: %w", &fasthttp.ErrSmallBuffer{}): 431} {
		ctx := &fasthttp.RequestCtx{}
		ctx.Init(&fasthttp.Request{}, nil, nil)
		s.rejectMalformed(ctx, err)
		h := &ctx.Response.Header
		if ctx.Response.StatusCode() != want || !ctx.Response.ConnectionClose() || len(h.Peek("X-Request-Id")) != 16 ||
			len(h.Peek("Content-Security-Policy")) == 0 || !strings.Contains(string(ctx.Response.Body()), "<h1") {
			t.Errorf("%v is answered with %s", err, h)
		}
	}
}

// TestGoneVisitor computes an estimate for a visitor who has gone: no page stands in for it.
func TestGoneVisitor(t *testing.T) {
	s := newServer(t, slog.DiscardHandler)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	s.app.Get("/gone", func(c fiber.Ctx) error {
		c.SetContext(gone)
		return s.page(c, s.site.Load(), "/estimate")
	})
	answer, err := s.app.Test(httptest.NewRequest(http.MethodGet, "/gone?sofa=3", nil), patient)
	testkit.Must(t, err)
	if answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("the status is %d, want 503", answer.StatusCode)
	}
}

// TestSpellings checks what is made of addresses and names that clients send.
func TestSpellings(t *testing.T) {
	for path, want := range map[string]string{"/office/leads/1-a": "/office/leads/1-a", "/office": "/office",
		"/office/sign-in": "/office", "/office/in/token": "/office", "/offices": "/office", "//evil.test": "/office",
		"/office/../x": "/office"} {
		if got := officeNext(path); got != want {
			t.Errorf("officeNext(%q) = %q, want %q", path, got, want)
		}
	}
	for id, want := range map[string]bool{"a-1_.:=/+": true, strings.Repeat("a", maxRequestID): true,
		strings.Repeat("a", maxRequestID+1): false, "a b": false, "a\nb": false, "é": false} {
		if validRequestID(id) != want {
			t.Errorf("validRequestID(%q) = %v", id, !want)
		}
	}
	base, err := url.Parse("HTTPS://Junk.test/path")
	testkit.Must(t, err)
	for origin, want := range map[string]bool{"https://junk.test": true, "https://junk.test:443": true,
		"https://junk.test:8443": false, "http://junk.test": false, "http://junk.test:443": false,
		"https://junk.test.evil": false} {
		u, err := url.Parse(origin)
		testkit.Must(t, err)
		if sameOrigin(u, base) != want {
			t.Errorf("sameOrigin(%s) = %v", origin, !want)
		}
	}
}
