package analytics

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// A Format is the request format of a service (ANALYTICS_FORMAT).
type Format string

// The formats.
const (
	// GA4 is the Measurement Protocol of Google Analytics 4
	// (developers.google.com/analytics/devguides/collection/protocol/ga4).
	GA4 Format = "ga4"
	// Plausible is the events API of Plausible (plausible.io/docs/events-api).
	Plausible Format = "plausible"
	// JSON is a flat object for each view.
	JSON Format = "json"
)

// An encoder returns the body and the headers of the request for a view.
type encoder func(View) (body []byte, header http.Header)

// newEncoder returns the encoder of the format and the URL to call. Its errors name the invalid setting and never
// contain the secret.
func newEncoder(c Config) (_ encoder, endpoint string, err error) {
	u := *c.URL
	site := c.Site.Scheme + "://" + c.Site.Host
	switch c.Format {
	case GA4:
		query := u.Query()
		if query.Get("measurement_id") == "" || c.Secret == "" {
			return nil, "", errors.New("ANALYTICS_FORMAT ga4 wants ?measurement_id=G-… in ANALYTICS_URL " +
				"and the stream's API secret in ANALYTICS_SECRET")
		}
		query.Set("api_secret", c.Secret)
		u.RawQuery = query.Encode()
		return ga4(site), u.String(), nil
	case Plausible:
		if c.Secret != "" {
			return nil, "", errors.New("ANALYTICS_FORMAT plausible has no secret; ANALYTICS_SECRET must be empty")
		}
		return plausible(site, c.Site.Hostname()), u.String(), nil
	case JSON:
		return flatJSON(site, c.Secret), u.String(), nil
	}
	return nil, "", fmt.Errorf("ANALYTICS_FORMAT must be %s, %s or %s", GA4, Plausible, JSON)
}

// ga4 sends the page and the visitor's ID of the day, but neither the IP address nor the User-Agent, so reports show
// neither locations nor devices. A client_id is two numbers, as in Google's own tag; reports show a view only with a
// session_id and engagement_time_msec ("Send Measurement Protocol events", Format the request). A visitor's day is one
// session, since its actual end is unknown.
func ga4(site string) encoder {
	visitors := &visitorIDs{}
	return func(v View) ([]byte, http.Header) {
		id := visitors.id(v)
		return marshal(map[string]any{
			"client_id":            fmt.Sprintf("%d.%d", id>>32, uint32(id)),
			"timestamp_micros":     v.At.UnixMicro(),
			"non_personalized_ads": true,
			"events": []any{map[string]any{"name": "page_view", "params": map[string]any{
				"page_location":        site + v.Path + v.Query,
				"session_id":           fmt.Sprint(uint32(id)),
				"engagement_time_msec": 1,
			}}},
		}), nil
	}
}

// plausible sends the host without "www." as the domain, as sites are registered, and the visitor's IP address and
// User-Agent, by which Plausible counts unique visitors and which it does not store ("Events API reference").
func plausible(site, host string) encoder {
	domain := strings.TrimPrefix(host, "www.")
	return func(v View) ([]byte, http.Header) {
		return marshal(map[string]any{"name": "pageview", "url": site + v.Path + v.Query, "domain": domain}),
			http.Header{"X-Forwarded-For": {v.Address}, "User-Agent": {v.UserAgent}}
	}
}

// flatJSON sends the secret, if there is one, as a bearer token.
func flatJSON(site, secret string) encoder {
	visitors := &visitorIDs{}
	var header http.Header
	if secret != "" {
		header = http.Header{"Authorization": {"Bearer " + secret}}
	}
	return func(v View) ([]byte, http.Header) {
		return marshal(map[string]any{
			"name": "pageview", "url": site + v.Path + v.Query, "path": v.Path, "query": v.Query,
			"visitor": fmt.Sprintf("%016x", visitors.id(v)), "timestamp": v.At.UTC().Format(time.RFC3339),
		}), header
	}
}

func marshal(v map[string]any) []byte {
	body, _ := json.Marshal(v) // strings and numbers
	return body
}

// visitorIDs assigns each visitor an ID for a day.
type visitorIDs struct {
	mu   sync.Mutex
	day  time.Time // its start in UTC
	salt [32]byte
}

// id returns the visitor's ID on the day of the view. A view from before midnight that is sent after it counts for the
// new day.
func (ids *visitorIDs) id(v View) uint64 {
	ids.mu.Lock()
	if day := v.At.UTC().Truncate(24 * time.Hour); day.After(ids.day) {
		ids.day = day
		_, _ = rand.Read(ids.salt[:]) // never fails (crypto/rand)
	}
	salt := ids.salt
	ids.mu.Unlock()
	h := hmac.New(sha256.New, salt[:])
	h.Write([]byte(v.Address + "\x00" + v.UserAgent)) // a hash's Write never fails
	return binary.BigEndian.Uint64(h.Sum(nil))
}
