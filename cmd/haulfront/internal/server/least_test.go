package server_test

import (
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/server"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/company"
	"haulfront/content/scaffold"
)

// refusedWords are words about the things that the company of TestLeastCompany does not take.
var refusedWords = regexp.MustCompile(`(?i)mattress|box spring|pianos?\b|\bTVs?\b|television|computers|\bmonitors?\b|` +
	`printer|electronics|fridge|refrigerator|\btires?\b|propane`)

// unasked are claims about how a company works that no question of facts.yaml is about.
var unasked = regexp.MustCompile(`(?i)no, we cut it up|cuts faster than|server rooms|two hundred|` +
	`furniture, washers|behind the washer|gas range, have|close off rooms|we sort with you|one, and we come|` +
	`how it gets out|from the room where it stands`)

// unaskedOfAll are such claims that depended on an answer to another question.
var unaskedOfAll = regexp.MustCompile(`(?i)favorite cause|video call|key goes where|runs, it gets taken apart there`)

// leastCompany writes the folder of a company that hauls with a trailer, offers all services of the program but those
// of things that it does not take, and answers no to everything.
func leastCompany(t *testing.T, dir string) {
	t.Helper()
	services := slices.DeleteFunc(scaffold.ServiceSlugs(), func(slug string) bool {
		return slug == "mattress-disposal" || slug == "ewaste-recycling"
	})
	testkit.Must(t, command.Run(t.Context(), []string{"init", dir, "--name=Lone Pine Hauling", "--phone=406-752-4188",
		"--email=office@lonepinehauling.com", "--url=https://www.lonepinehauling.com", "--state=MT", "--town=Kalispell",
		"--vehicle=trailer", "--hours=Mon-Fri 8-5",
		"--service=" + strings.Join(services, ",")}, io.Discard, io.Discard))
	facts, err := os.ReadFile(filepath.Join(dir, "facts.yaml"))
	testkit.Must(t, err)
	for written, instead := range map[string]string{
		`(?m)^(  \w+): yes`: "$1: no", `(?m)^  same_day_cutoff.*\n`: "",
		`\[wet paint, .*\]`:       "[tires, paint, propane, asbestos, mattresses, pianos, electronics, refrigerators]",
		`(?m)^  soon: .*`:         "  soon: we come within the week",
		`(?m)^  often: .*`:        "  often: when we have room",
		`(?m)^  same_day: .*`:     "  same_day: we do not come on the same day",
		`(?m)^  alone: .*`:        "  alone: \"by itself, an appliance is {price.appliance}\"",
		`(?m)^  quarter_load: .*`: "  quarter_load: { text: a washer and a stack of boxes }",
	} {
		facts = regexp.MustCompile(written).ReplaceAll(facts, []byte(instead))
	}
	testkit.Must(t, os.WriteFile(filepath.Join(dir, "facts.yaml"), facts, 0o600))
}

// What a company denies or does not take is nowhere promised, listed or shown, on no page, in no mail, and in no
// description of a picture.
func TestLeastCompany(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	leastCompany(t, dir)
	built := server.BuildSite(t, "CONTENT_DIR="+dir)
	list := built.Content().Facts.Lists["not_accepted"]
	refusals := []string{company.Enumerate(list, "and"), company.Enumerate(list, "or"), strings.Join(list, ", ")}
	for _, thing := range built.Content().Facts.List("not_accepted") {
		refusals = append(refusals, ">"+thing+"<")
	}
	allowed := regexp.MustCompile(strings.Join(refusals, "|") + `|src="[^"]*"|` +
		`a refrigerator and a stove with notes on them, which stay`)
	ofOffice := []string{"free_visit", "skip_pickups", "today"} // the words of the office are for all companies
	for where, text := range shownTexts(t, built, ".html") {
		text = allowed.ReplaceAllString(html.UnescapeString(text), "")
		for practice, words := range practices {
			at := regexp.MustCompile("(?i)" + words).FindStringIndex(text)
			if at != nil && (where != "office" || !slices.Contains(ofOffice, practice)) {
				t.Errorf("without %s, %s: … %s …", practice, where, text[max(0, at[0]-80):min(len(text), at[1]+40)])
			}
		}
		if claim := unasked.FindString(text); claim != "" {
			t.Errorf("nobody was asked about what %s says: … %s …", where, claim)
		}
		if at := refusedWords.FindStringIndex(text); at != nil {
			t.Errorf("not taken, in %s: … %s …", where, text[max(0, at[0]-80):min(len(text), at[1]+40)])
		}
	}
}
