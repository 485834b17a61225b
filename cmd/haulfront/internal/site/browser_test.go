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
	words.Business.Hours.Except = map[string]string{"Saturday": "08:00-13:00"} // in seasons, too
	words.Business.Hours.Seasons = []company.Season{
		{From: "2026-12-24", To: "2027-01-02", Hours: "closed"}, // within the next
		{From: "11-15", To: "02-28", Hours: "09:00-16:00"},
		{From: "06-01", To: "08-31", Hours: "Tue-Fri 8-5, Sun 9-noon"},
		{From: "05-01", To: "05-01", Hours: "closed"},
	}
	var run func(props, date string, minutes, ahead int) string
	inBrowser(t, "opening.ts", `function run(props, date, time, ahead) {
		const {text, earliest, call} = browser.openingAt(JSON.parse(props), date, time, ahead)
		return [text, earliest, call].join("|")
	}`, &run)
	opening := content.PageOf[content.QuotePage](&words, content.BuildInfo{}, "/get-quote").Layout.Opening
	if len(opening.Holidays) == 0 {
		t.Fatal("the site has no holidays to test with")
	}
	props, err := json.Marshal(opening)
	testkit.Must(t, err)
	zone, err := time.LoadLocation(opening.Timezone)
	testkit.Must(t, err)
	messages := words.Quote().Messages
	check := func(t interface{ Errorf(string, ...any) }, at time.Time) {
		at = at.In(zone)
		for _, ahead := range []int{0, 24, 30} {
			said := strings.Split(run(string(props), at.Format(time.DateOnly), 60*at.Hour()+at.Minute(), ahead), "|")
			late := map[string]string{"callToday": messages.CallToday, "callAhead": messages.CallAhead}[said[2]]
			if late == "" && said[1] != "" {
				late = strings.ReplaceAll(messages.Earliest, "[day]", said[1])
			}
			if want := words.Earliest(at, ahead); said[0] != words.Opening(at) || late != want {
				t.Errorf("at %s, %d hours ahead, the browser says %q, %q, the program %q, %q", at, ahead, said[0], late,
					words.Opening(at), want)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, time.Date(2026, 11, 1, 0, 0, rapid.IntRange(0, 400*24*3600).Draw(t, "second"), 0, zone))
	})
	es := *words.In("es")
	es.Business.Hours = words.Business.Hours
	page := content.PageOf[content.QuotePage](&es, content.BuildInfo{}, "/get-quote")
	spanish, err := json.Marshal(page.Layout.Opening)
	testkit.Must(t, err)
	saturday := time.Date(2026, 11, 7, 10, 0, 0, 0, zone)
	if got, want := run(string(spanish), "2026-11-07", 600, 0), es.Opening(saturday); want != "Abierto hasta la 1pm" ||
		got != want+"||" {
		t.Errorf("in Spanish, the browser says %q, the program %q", got, want)
	}
	for _, day := range append(opening.Holidays, "2027-03-14", "2027-11-07", "2026-11-29",
		"2026-11-15", "2026-12-24", "2027-01-02", "2027-03-01", "2027-05-01", "2027-06-01", "2027-06-07",
		"2027-09-01") {
		holiday, err := time.ParseInLocation(time.DateOnly, day, zone)
		testkit.Must(t, err)
		for minute := -36 * 60; minute <= 48*60; minute += 30 {
			check(t, holiday.Add(time.Duration(minute)*time.Minute))
			check(t, holiday.Add(time.Duration(minute)*time.Minute-time.Second))
		}
	}
}
