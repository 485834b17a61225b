package server_test

import (
	"bytes"
	"errors"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/server"
	"haulfront/cmd/haulfront/internal/testkit"
)

// notRead are names in markup and data, which nobody reads, and otherTrucks what copy says of trucks that are not the
// company's.
var (
	notRead = regexp.MustCompile(`/assets/[^"\s]*|(?:class|id|data-close|aria-labelledby)="[^"]*"|` +
		`"[Tt]rucks?":|"truck-\w+"|#truckloads`)
	otherTrucks = regexp.MustCompile(`hand.trucks?\b|You don’t need a truck`)
)

// A company with all services and a trailer: nothing that it shows, serves or sends, and none of its pictures, has a
// truck.
func TestTrailer(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	testkit.Must(t, command.Run(t.Context(), []string{"init", dir, "--name=Canopy Road Hauling", "--phone=850-320-4471",
		"--email=office@canopyroad.com", "--url=https://www.canopyroad.com", "--state=FL", "--town=Tallahassee",
		"--service=all", "--hours=Mon-Sat 7am-5pm"}, io.Discard, io.Discard))
	file := filepath.Join(dir, "business.yaml")
	business, err := os.ReadFile(file)
	business = bytes.Replace(business, []byte("\nvehicle: truck\n"), []byte("\nvehicle: trailer\ntrucks: 2\n"), 1)
	testkit.Must(t, errors.Join(err, os.WriteFile(file, business, 0o600)))
	built := server.BuildSite(t, "CONTENT_DIR="+dir)
	for where, text := range shownTexts(t, built, ".json") {
		text = otherTrucks.ReplaceAllString(notRead.ReplaceAllString(html.UnescapeString(text), ""), "")
		for _, at := range regexp.MustCompile(`(?i)truck`).FindAllStringIndex(text, -1) {
			t.Errorf("%s: … %s …", where, text[max(0, at[0]-80):min(len(text), at[1]+40)])
		}
	}
	for file, body := range built.Files() {
		if strings.HasPrefix(file, "/assets/scenes/truck-xs-") {
			drawing, err := body(t.Context())
			testkit.Must(t, err)
			if bytes.Contains(drawing, []byte("#BCD6D1")) || !bytes.Contains(drawing, []byte("<path")) {
				t.Error("the smallest load is drawn on something with windows")
			}
		}
	}
	if got := built.Content().Business.Trucks; len(got) != 2 || got[1] != "Trailer 2" {
		t.Errorf("the trailers are %q", got)
	}
}
