package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"text/tabwriter"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// BenchmarkLighthouse runs Lighthouse with its default phone and network, and prints its scores (of 100) and timings,
// medians of three visits:
//
//	go test -run '^$' -bench '^BenchmarkLighthouse$' -benchtime 1x -timeout 20m ./cmd/haulfront/bench
//
// The load of this machine makes the timings worse; the blocking time of an empty page, which is visited in turn with
// the others, shows by how much. A low score is no failure.
func BenchmarkLighthouse(b *testing.B) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		b.Fatalf("Lighthouse needs Debian's package chromium: %v", err)
	}
	site := startProgram(b, program.Build(b))
	site.AwaitReady(b)
	alone := startEmpty(b)
	plans, _ := program.PlansPage() // its first screen is the heaviest
	routes := []string{
		"/", "/get-quote", "/blog", program.First(content.KindArticle), program.First(content.KindCategory),
		program.First(content.KindService), program.First(content.KindCity), plans,
	}
	figures := map[string]map[string][]float64{}
	for range rounds {
		figures[""] = judge(b, chromium, alone).add(figures[""])
		for _, route := range routes {
			figures[route] = judge(b, chromium, site.URL+route).add(figures[route])
		}
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nroute\tspeed\taccess\tpractice\tsearch\tagents\tLCP\tCLS\tTBT\tover an empty page's\t"+
		"≤ 1.1 s, ≤ +50 ms")
	for _, route := range routes {
		m := map[string]float64{}
		for name, values := range figures[route] {
			m[name] = middle(values)
		}
		over := m[blocking] - middle(figures[""][blocking])
		fmt.Fprintf(table, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.2f s\t%.3f\t%.0f ms\t%+.0f ms\t%s\n", route,
			m["performance"], m["accessibility"], m["best-practices"], m["seo"], m["agentic-browsing"],
			m[paintTime]/1000, m[shift], m[blocking], over, verdictOf(m[paintTime] <= 1100 && over <= 50))
	}
	testkit.Must(b, table.Flush())
	b.ReportMetric(0, "ns/op") // the total time is meaningless
}

// The audits of the table.
const paintTime, shift, blocking = "largest-contentful-paint", "cumulative-layout-shift", "total-blocking-time"

// verdict is a part of Lighthouse's report.
type verdict struct {
	Categories map[string]struct {
		Score float64 // from 0 to 1
	}
	Audits map[string]struct {
		NumericValue float64 // milliseconds; for the layout shift, a number without unit
	}
	RuntimeError *struct{ Code, Message string }
}

// add adds the scores of all categories (of 100) and the values of the table's audits to figures.
func (v *verdict) add(figures map[string][]float64) map[string][]float64 {
	if figures == nil {
		figures = map[string][]float64{}
	}
	for name, category := range v.Categories {
		figures[name] = append(figures[name], 100*category.Score)
	}
	for _, name := range []string{paintTime, shift, blocking} {
		figures[name] = append(figures[name], v.Audits[name].NumericValue)
	}
	return figures
}

const (
	// attempts bounds the visits to one page: the browser sometimes loses its trace (NO_FCP, PROTOCOL_TIMEOUT).
	attempts = 4
	// attemptLimit bounds a visit.
	attemptLimit = 90 * time.Second
)

// judge runs Lighthouse with all its categories, again if it has no result.
func judge(b *testing.B, chromium, url string) *verdict {
	b.Helper()
	var failed error
	for range attempts {
		v, err := runLighthouse(b, chromium, url)
		if err == nil {
			return v
		}
		failed = errors.Join(failed, err)
	}
	b.Fatalf("lighthouse %s: %v", url, failed)
	return nil
}

func runLighthouse(b *testing.B, chromium, url string) (*verdict, error) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), attemptLimit)
	defer cancel()
	report := filepath.Join(b.TempDir(), "report.json")
	lighthouse := filepath.Join(testkit.Root(b), "node_modules", "lighthouse", "cli", "index.js")
	cmd := exec.CommandContext(ctx, "node", lighthouse, url, "--quiet", "--output=json", "--output-path="+report,
		"--chrome-flags=--headless=new --no-sandbox")
	cmd.Env = append(os.Environ(), "CHROME_PATH="+chromium)
	output, failed := cmd.CombinedOutput()
	data, err := os.ReadFile(report)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", errors.Join(failed, err), output)
	}
	v := &verdict{}
	if err := json.Unmarshal(data, v); err != nil {
		return nil, err
	}
	if v.RuntimeError != nil {
		return nil, fmt.Errorf("%s: %s", v.RuntimeError.Code, v.RuntimeError.Message)
	}
	return v, failed
}
