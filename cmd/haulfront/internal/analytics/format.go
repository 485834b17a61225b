package analytics

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// A Format is how a service wants to be told (ANALYTICS_FORMAT).
type Format string

// The formats.
const (
	// GA4 is Google Analytics 4, by its Measurement Protocol
	// (developers.google.com/analytics/devguides/collection/protocol/ga4).
	GA4 Format = "ga4"
	// Plausible is Plausible's events API (plausible.io/docs/events-api).
	Plausible Format = "plausible"
	// JSON is one flat object a view, for a service of one's own.
	JSON Format = "json"
)

// An encoder writes a view as a request body, with the headers that go with it.
type encoder func(View) (body []byte, header map[string]string)

// newEncoder checks the settings. Its errors name them and never repeat the
// secret.
func newEncoder(c Config) (_ encoder, address string, err error) {
	u, err := url.Parse(c.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, "", errors.New("ANALYTICS_URL must be an absolute http or https address")
	}
	site := c.Site.Scheme + "://" + c.Site.Host
	switch c.Format {
	case GA4:
		query := u.Query()
		if query.Get("measurement_id") == "" || c.Secret == "" {
			return nil, "", errors.New("ANALYTICS_FORMAT ga4 wants ?measurement_id=G-… in ANALYTICS_URL and the stream's API secret in ANALYTICS_SECRET")
		}
		query.Set("api_secret", c.Secret)
		u.RawQuery = query.Encode()
		return ga4{site, &visitors{}}.encode, u.String(), nil
	case Plausible:
		if c.Secret != "" {
			return nil, "", errors.New("ANALYTICS_FORMAT plausible has no secret; ANALYTICS_SECRET must be empty")
		}
		return plausible{site, strings.TrimPrefix(c.Site.Hostname(), "www.")}.encode, u.String(), nil
	case JSON:
		return plain{site, c.Secret, &visitors{}}.encode, u.String(), nil
	}
	return nil, "", fmt.Errorf("ANALYTICS_FORMAT must be %s, %s or %s", GA4, Plausible, JSON)
}

// ga4 tells Google the page and a visitor's number of today, neither the
// address nor the User-Agent: reports show no places and devices for it.
type ga4 struct {
	site     string
	visitors *visitors
}

// encode writes a page_view. A client_id is two numbers, as Google's own tag
// makes it; session_id and engagement_time_msec are what a view needs to be
// seen in the reports ("Send Measurement Protocol events", Format the request).
// A visitor's day is one session: nothing is remembered by which it could end.
func (g ga4) encode(v View) ([]byte, map[string]string) {
	id := g.visitors.id(v)
	return marshal(map[string]any{
		"client_id":            fmt.Sprintf("%d.%d", id>>32, uint32(id)),
		"timestamp_micros":     v.At.UnixMicro(),
		"non_personalized_ads": true,
		"events": []any{map[string]any{
			"name": "page_view",
			"params": map[string]any{
				"page_location":        g.site + v.Path + v.Query,
				"session_id":           fmt.Sprint(uint32(id)),
				"engagement_time_msec": 1,
			},
		}},
	}), nil
}

// plausible names the site as its users register it: the host without "www."
// ("Events API reference", domain).
type plausible struct{ site, domain string }

// encode forwards the visitor's address and User-Agent, by which Plausible
// counts unique visitors and which it does not store ("Events API reference",
// Request headers).
func (p plausible) encode(v View) ([]byte, map[string]string) {
	body := marshal(map[string]any{"name": "pageview", "url": p.site + v.Path + v.Query, "domain": p.domain})
	return body, map[string]string{"X-Forwarded-For": v.Address, "User-Agent": v.UserAgent}
}

// plain sends the secret, if there is one, as a bearer token.
type plain struct {
	site, secret string
	visitors     *visitors
}

func (p plain) encode(v View) ([]byte, map[string]string) {
	body := marshal(map[string]any{
		"name": "pageview", "url": p.site + v.Path + v.Query, "path": v.Path, "query": v.Query,
		"visitor": fmt.Sprintf("%016x", p.visitors.id(v)), "timestamp": v.At.UTC().Format(time.RFC3339),
	})
	if p.secret == "" {
		return body, nil
	}
	return body, map[string]string{"Authorization": "Bearer " + p.secret}
}

func marshal(v map[string]any) []byte {
	body, err := json.Marshal(v)
	if err != nil {
		panic("analytics: a map of texts and numbers does not encode: " + err.Error())
	}
	return body
}
