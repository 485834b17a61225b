package main

import (
	"io"
	"strings"
	"testing"
	"time"
)

// Exported pages tell the browser what the served ones do: whether somebody wants to know of views, and of sessions.
func TestOfflinePagesKnowTheSettings(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*flags){
		`<html lang="en" data-opening="`: func(*flags) {},
		`<html lang="en" data-views="true" data-sessions="true" data-opening="`: func(f *flags) {
			f.AnalyticsURL = "https://plausible.example/api/event"
			f.SupabaseURL, f.SupabaseAnonKey, f.SupabaseSession = "https://backend.example", "key", "on"
		},
	} {
		f := defaultFlags(t)
		f.DatabaseURL, f.AnalyticsFormat, f.RenderWorkers = "sqlite:none", "plausible", "1"
		change(&f)
		site, err := openOffline(t.Context(), f, &environment{Stdout: io.Discard, Stderr: io.Discard, Now: time.Now, NewEngine: sharedBundle}, nil)
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
