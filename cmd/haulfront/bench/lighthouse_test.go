package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"text/tabwriter"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// BenchmarkLighthouse runs Lighthouse with its default phone and network, and prints its scores (of 100) and timings:
//
//	go test -run '^$' -bench '^BenchmarkLighthouse$' -benchtime 1x -timeout 20m ./cmd/haulfront/bench
//
// The timings come from one visit on this machine, so its load makes them worse; the blocking time of an empty page
// shows by how much. A low score is no failure.
func BenchmarkLighthouse(b *testing.B) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		b.Fatalf("Lighthouse needs Debian's package chromium: %v", err)
	}
	site := startProgram(b, program.Build(b))
	site.AwaitReady(b)
	empty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!doctype html><html lang=en><title>Empty</title><p>Empty")
	}))
	b.Cleanup(empty.Close)
	least := judge(b, chromium, empty.URL).Audits["total-blocking-time"].NumericValue
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nroute\tspeed\taccess\tpractice\tsearch\tLCP\tTBT\tCLS\tover an empty page's TBT")
	plans, _ := program.PlansPage() // its first screen is the heaviest
	for _, route := range []string{
		"/", "/get-quote", "/blog", program.First(content.KindArticle), program.First(content.KindCategory),
		program.First(content.KindService), program.First(content.KindCity), plans,
	} {
		r := judge(b, chromium, site.URL+route)
		fmt.Fprintf(table, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.2f s\t%.0f ms\t%.3f\t%+.0f ms\n", route,
			r.score("performance"), r.score("accessibility"), r.score("best-practices"), r.score("seo"),
			r.Audits["largest-contentful-paint"].NumericValue/1000, r.Audits["total-blocking-time"].NumericValue,
			r.Audits["cumulative-layout-shift"].NumericValue, r.Audits["total-blocking-time"].NumericValue-least)
	}
	testkit.Must(b, table.Flush())
	b.ReportMetric(0, "ns/op") // the total time is meaningless
}

// verdict is a part of Lighthouse's report.
type verdict struct {
	Categories map[string]struct {
		Score float64 // from 0 to 1
	}
	Audits map[string]struct {
		NumericValue float64 // milliseconds; for the layout shift, a number without unit
	}
	RuntimeError *struct{ Message string }
}

func (v *verdict) score(category string) float64 { return 100 * v.Categories[category].Score }

// judge runs Lighthouse once.
func judge(b *testing.B, chromium, url string) *verdict {
	b.Helper()
	report := filepath.Join(b.TempDir(), "report.json")
	lighthouse := filepath.Join(testkit.Root(b), "node_modules", "lighthouse", "cli", "index.js")
	cmd := exec.CommandContext(b.Context(), "node", lighthouse, url,
		"--quiet", "--output=json", "--output-path="+report, "--chrome-flags=--headless=new --no-sandbox",
		"--only-categories=performance,accessibility,best-practices,seo")
	cmd.Env = append(os.Environ(), "CHROME_PATH="+chromium)
	testkit.Run(b, cmd)
	data, err := os.ReadFile(report)
	testkit.Must(b, err)
	v := &verdict{}
	if err := json.Unmarshal(data, v); err != nil {
		b.Fatalf("lighthouse %s: %v", url, err)
	}
	if v.RuntimeError != nil {
		b.Fatalf("lighthouse %s: %s", url, v.RuntimeError.Message)
	}
	return v
}
