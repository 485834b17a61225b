package server_test

import (
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
	"haulfront/content/scaffold"
)

// ofSeveral are words about more than one worker, or more than one vehicle. The keys of words are none.
var ofSeveral = regexp.MustCompile(`(?i)\bcrews?\b([^":]|"[^:])|\bcrew member|\bdrivers\b|\b(our|the) team\b|` +
	`\bdispatch|\btwo (people|workers|guys|men)\b|\bour (people|trucks|trailers)\b|\bbox truck|\bthey’ll\b|` +
	`\b(the|on) trucks?\b|\bwe send (a|two|someone)\b|\bone of us\b|\bthe other (one|takes|waves)\b`)

// The company of one man with a trailer says nothing about a second worker or a truck: on no page, in no mail, and in
// no description of a picture.
func TestCompanyAlone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	testkit.Must(t, command.Run(t.Context(), []string{"init", dir, "--name=Lake Street Hauling", "--phone=802-658-4188",
		"--email=office@lakestreethauling.com", "--url=https://www.lakestreethauling.com", "--state=VT",
		"--town=Burlington", "--vehicle=trailer", "--hours=Mon-Fri 8-5",
		"--service=" + strings.Join(scaffold.ServiceSlugs(), ",")}, io.Discard, io.Discard))
	name := filepath.Join(dir, "facts.yaml")
	facts, err := os.ReadFile(name)
	testkit.Must(t, err)
	alone := strings.NewReplacer("two_people: yes", "two_people: no", "\nfacts:\n",
		"\nfacts:\n  licensed: { text: insured }\n").Replace(string(facts))
	testkit.Must(t, os.WriteFile(name, []byte(alone), 0o600))
	allowed := regexp.MustCompile(`src="[^"]*"|delivery crew|four strong people`)
	for where, text := range shownTexts(t, server.BuildSite(t, "CONTENT_DIR="+dir), ".html") {
		text = allowed.ReplaceAllString(html.UnescapeString(text), "")
		for _, at := range ofSeveral.FindAllStringIndex(text, -1) {
			t.Errorf("%s: … %s …", where, text[max(0, at[0]-80):min(len(text), at[1]+60)])
		}
	}
}
