package command

import (
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/program"
)

// Exported pages tell the browser what the served ones do: whether somebody wants to know of views, and of sessions.
func TestOfflinePagesKnowTheSettings(t *testing.T) {
	t.Parallel()
	for want, settings := range map[string][]string{
		`<html lang="en" data-opening="`: nil,
		`<html lang="en" data-views="true" data-sessions="true" data-opening="`: {
			"ANALYTICS_URL=https://plausible.example/api/event", "ANALYTICS_FORMAT=plausible",
			"SUPABASE_URL=https://backend.example", "SUPABASE_ANON_KEY=key", "SUPABASE_ANONYMOUS_SESSION=on",
		},
	} {
		site, err := openOffline(t.Context(), program.Settings(t, append(settings, "RENDER_WORKERS=1")...), testEnvironment(), nil)
		if err != nil {
			t.Fatal(err)
		}
		looked := 0
		for path, body := range site.Files() {
			if path != "/index.html" && path != "/404.html" {
				continue
			}
			page, err := body(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if looked++; !strings.HasPrefix(string(page), "<!doctype html>"+want) {
				t.Errorf("%s begins with %.100s, want %s", path, page, want)
			}
		}
		if looked != 2 {
			t.Errorf("the export has %d of the two pages", looked)
		}
	}
}
