package site

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
	"pgregory.net/rapid"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// The browser computes the same status of the office as the program, at any moment.
func TestBrowserOpensAsTheProgram(t *testing.T) {
	words := program.Words()
	path, err := filepath.Abs("../../../../components/islands/opening.ts")
	if err != nil {
		t.Fatal(err)
	}
	built := api.Build(api.BuildOptions{EntryPoints: []string{path}, Bundle: true, Format: api.FormatIIFE,
		GlobalName: "browser", Target: api.ES2017})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors)
	}
	vm := goja.New()
	const call = "function run(props, date, time) { return browser.openingAt(JSON.parse(props), date, time).text }"
	if _, err := vm.RunString(string(built.OutputFiles[0].Contents) + call); err != nil {
		t.Fatal(err)
	}
	var run func(props, date string, minutes int) string
	if err := vm.ExportTo(vm.Get("run"), &run); err != nil {
		t.Fatal(err)
	}
	opening := words.GetQuote(content.BuildInfo{}).Layout.Opening
	if len(opening.Holidays) == 0 {
		t.Fatal("the site has no holidays to test with")
	}
	props, err := json.Marshal(opening)
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation(opening.Timezone)
	if err != nil {
		t.Fatal(err)
	}
	check := func(t interface{ Errorf(string, ...any) }, at time.Time) {
		at = at.In(zone)
		if got, want := run(string(props), at.Format(time.DateOnly), 60*at.Hour()+at.Minute()),
			words.Opening(at); got != want {
			t.Errorf("at %s the browser says %q, the program %q", at, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, time.Date(2026, 11, 1, 0, 0, rapid.IntRange(0, 400*24*3600).Draw(t, "second"), 0, zone))
	})
	for _, day := range append(opening.Holidays, "2027-03-14", "2027-11-07", "2026-11-29") {
		holiday, err := time.ParseInLocation(time.DateOnly, day, zone)
		if err != nil {
			t.Fatal(err)
		}
		for minute := -36 * 60; minute <= 48*60; minute += 30 {
			check(t, holiday.Add(time.Duration(minute)*time.Minute))
			check(t, holiday.Add(time.Duration(minute)*time.Minute-time.Second))
		}
	}
}
