package web

import (
	"strings"
	"testing"

	"haulfront/content/company"
)

// Every tracker that content may name has its sources here, and a line that says what it costs.
func TestTrackerCosts(t *testing.T) {
	for key, host := range map[string]string{
		"google": "*.google-analytics.com", "googleAds": "www.googleadservices.com", "meta": "www.facebook.com",
		"crisp": "*.relay.crisp.chat",
	} {
		lines := TrackerCosts(company.Trackers{key: "ID"})
		if len(lines) != 1 || !strings.HasPrefix(lines[0], "trackers: "+key+": ") || !strings.Contains(lines[0], host) {
			t.Errorf("TrackerCosts(%s) = %q, want a line with %s", key, lines, host)
		}
	}
	if len(trackers) != 4 {
		t.Errorf("%d trackers, and 4 are tested", len(trackers))
	}
}
