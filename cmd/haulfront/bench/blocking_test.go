package bench

import (
	"context"
	"fmt"
	"os"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/program"
)

// BenchmarkBlocking measures for how long pages do not respond while they load, with a processor four times slower: the
// time above 50 ms of each task (https://www.w3.org/TR/longtasks/) after the first contentful paint:
//
//	go test -run '^$' -bench '^BenchmarkBlocking$' -benchtime 1x ./cmd/haulfront/bench
func BenchmarkBlocking(b *testing.B) {
	site := startProgram(b, program.Build(b))
	site.awaitIdle(b)
	addresses := []string{startEmpty(b)}
	for _, path := range kinds() {
		addresses = append(addresses, site.URL+path)
	}
	browser := startChromium(b)
	times := make([][]float64, len(addresses))
	for range visits {
		for i, address := range addresses { // in turn, since the machine's load changes
			times[i] = append(times[i], timeBlocking(b, browser, address))
		}
	}
	r := &report{}
	defer r.print(os.Stdout)
	r.section(fmt.Sprintf("Blocking, %d times slower processor (median of %d)", slower, visits))
	alone := middle(times[0])
	r.show("an empty page", fmt.Sprintf("%.0f ms", alone))
	for i, path := range kinds() {
		over := middle(times[i+1]) - alone
		r.judge(path+", over an empty page", fmt.Sprintf("%+.0f ms", over), "≤ 50 ms", over <= 50)
	}
	b.ReportMetric(0, "ns/op") // the total time is meaningless
}

// timeBlocking returns the blocking time of a visit in milliseconds. It ends with the first second without a long task
// after the page has loaded.
func timeBlocking(b *testing.B, browser context.Context, address string) float64 {
	b.Helper()
	tab, closeTab := visit(b, browser, address, slower)
	defer closeTab()
	return resolved[float64](b, tab, `new Promise((resolve) => {
		const tasks = [];
		let quiet;
		const wait = () => {
			clearTimeout(quiet);
			quiet = setTimeout(() => {
				const painted = performance.getEntriesByName("first-contentful-paint")[0].startTime;
				resolve(tasks.reduce((sum, {startTime, duration}) =>
					sum + Math.max(0, startTime + duration - Math.max(startTime, painted) - 50), 0));
			}, 1000);
		};
		new PerformanceObserver((list) => {
			tasks.push(...list.getEntries());
			if (quiet) wait();
		}).observe({type: "longtask", buffered: true});
		document.readyState === "complete" ? wait() : addEventListener("load", wait);
	})`)
}
