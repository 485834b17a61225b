package site

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
	"pgregory.net/rapid"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/content/company"
)

// inBrowser bundles a module of components/islands, and stores the function run, which may use it as browser, in run.
func inBrowser(t *testing.T, module, function string, run any) {
	t.Helper()
	path, err := filepath.Abs(checkout + "components/islands/" + module)
	testkit.Must(t, err)
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{path}, Bundle: true, Format: api.FormatIIFE, GlobalName: "browser", Target: api.ES2017,
	})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors)
	}
	vm := goja.New()
	if _, err := vm.RunString(string(built.OutputFiles[0].Contents) + function); err != nil {
		t.Fatal(err)
	}
	testkit.Must(t, vm.ExportTo(vm.Get("run"), run))
}

// The browser computes the same status of the office as the program, at any moment.
func TestBrowserOpensAsTheProgram(t *testing.T) {
	words := *program.Words()
	words.Business.Hours.Seasons = []company.Season{
		{From: "2026-12-24", To: "2027-01-02", Hours: "closed"}, // within the next
		{From: "11-15", To: "02-28", Hours: "09:00-16:00", Opens: 9 * 60, Closes: 16 * 60},
		{From: "05-01", To: "05-01", Hours: "closed"},
	}
	var run func(props, date string, minutes int) string
	inBrowser(t, "opening.ts", `function run(props, date, time) {
		const {text, earliest} = browser.openingAt(JSON.parse(props), date, time)
		return text + "|" + earliest
	}`, &run)
	opening := content.PageOf[content.QuotePage](&words, content.BuildInfo{}, "/get-quote").Layout.Opening
	if len(opening.Holidays) == 0 {
		t.Fatal("the site has no holidays to test with")
	}
	props, err := json.Marshal(opening)
	testkit.Must(t, err)
	zone, err := time.LoadLocation(opening.Timezone)
	testkit.Must(t, err)
	check := func(t interface{ Errorf(string, ...any) }, at time.Time) {
		at = at.In(zone)
		got, earliest, _ := strings.Cut(run(string(props), at.Format(time.DateOnly), 60*at.Hour()+at.Minute()), "|")
		if earliest != "" {
			earliest = strings.ReplaceAll(words.Quote().Messages.Earliest, "[day]", earliest)
		}
		if want := words.Opening(at); got != want || earliest != words.Earliest(at) {
			t.Errorf("at %s the browser says %q, %q, the program %q, %q", at, got, earliest, want, words.Earliest(at))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, time.Date(2026, 11, 1, 0, 0, rapid.IntRange(0, 400*24*3600).Draw(t, "second"), 0, zone))
	})
	for _, day := range append(opening.Holidays, "2027-03-14", "2027-11-07", "2026-11-29",
		"2026-11-15", "2026-12-24", "2027-01-02", "2027-03-01", "2027-05-01") {
		holiday, err := time.ParseInLocation(time.DateOnly, day, zone)
		testkit.Must(t, err)
		for minute := -36 * 60; minute <= 48*60; minute += 30 {
			check(t, holiday.Add(time.Duration(minute)*time.Minute))
			check(t, holiday.Add(time.Duration(minute)*time.Minute-time.Second))
		}
	}
}
