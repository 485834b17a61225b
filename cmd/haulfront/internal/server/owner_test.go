package server_test

import (
	"encoding/json"
	"errors"
	"html"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/server"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/content/company"

	"golang.org/x/tools/txtar"
)

// TestOtherOwner replaces business.yaml, and nothing else, in a folder that haulfront content wrote: haulfront check
// finds nothing wrong with it, and no page, document or mail speaks of the former owner.
func TestOtherOwner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	testkit.Must(t, command.Run(t.Context(), []string{"content", dir}, io.Discard, io.Discard))
	business, err := os.ReadFile("../../../../content/testdata/other-business.yaml")
	testkit.Must(t, errors.Join(err, os.WriteFile(filepath.Join(dir, "business.yaml"), business, 0o600)))
	proof := filepath.Join(dir, "public", ".well-known", "proof", "google1234.html")
	testkit.Must(t, errors.Join(os.MkdirAll(filepath.Dir(proof), 0o700),
		os.WriteFile(proof, []byte("Mountain Prairie"), 0o600)))
	built := server.BuildSite(t, "CONTENT_DIR="+dir)
	if !built.HasFile("/.well-known/proof/google1234.html") {
		t.Error("the company's own file is not served")
	}
	if err := command.Run(t.Context(), []string{"check", "--update", "--content", dir}, io.Discard,
		io.Discard); err != nil {
		t.Errorf("check:\n%v", err)
	}
	texts := map[string]string{}
	for file, body := range built.Files() {
		// Of what is under /assets the stylesheet, the scripts and the drawings are the same for each owner but for
		// their colors.
		// The icon and the truck of one drawing stand for the others.
		if strings.HasPrefix(file, "/assets/") && !regexp.MustCompile(`/(icon|dallas-small)-`).MatchString(file) {
			continue
		}
		text, err := body(t.Context())
		testkit.Must(t, err)
		if utf8.Valid(text) {
			texts[file] = string(text)
		}
	}
	for _, kind := range []outbox.Kind{outbox.OwnerMail, outbox.VisitorMail} {
		l := outbox.Lead{Lead: journal.Lead{ID: "01a203dd-2a37-7906-86ad-0085777c88bd", Received: time.Now(),
			Request: quote.Request{Name: "Ann"}}}
		message := server.ComposeMail(t, built, kind, l)
		texts[string(kind)] = mailText(message)
		if message.Mark == nil || !strings.Contains(message.HTML, `src="cid:mark"`) {
			t.Errorf("the mail %s does not have the company's mark", kind)
		}
	}
	if card := texts["/contact.vcf"]; !strings.Contains(card, "\r\nPHOTO;ENCODING=b;TYPE=PNG:\r\n iVBOR") {
		t.Errorf("the contact card has no mark:\n%s", card)
	}
	brand := built.Content().Brand()
	for where, text := range texts {
		// Documents for crawlers name the company in full, pages at least in their header.
		drawing := strings.HasSuffix(where, ".svg")
		if drawing && !strings.Contains(text, initials) {
			t.Errorf("%s does not show the company's initials", where)
		}
		if mark := builtInMark.FindString(text); mark != "" {
			t.Errorf("%s shows the former owner's mark: %s", where, mark)
		}
		if named := html.UnescapeString(text); !drawing && !strings.Contains(named, brand.ShortName) &&
			!slices.Contains(nameless, path.Base(where)) {
			t.Errorf("%s does not name the company", where)
		}
		for _, trace := range formerOwner(t, built.Content()) {
			if strings.Contains(html.UnescapeString(text), trace) {
				t.Errorf("%s still says %q", where, trace)
			}
		}
	}
	if m := built.Content().Home(content.BuildInfo{}).Area.Map; m.Radius != company.MapRing ||
		m.RadiusLabel != "45 miles" {
		t.Errorf("the ring is %v units for %s, want all of the map", m.Radius, m.RadiusLabel)
	}
	if got := built.Content().Background(); got != "#f7f9fb" {
		t.Errorf("the background is %s, want the company's", got)
	}
}

// aboutTexts matches links to text messages, and words about them.
var aboutTexts = regexp.MustCompile(`(?i)sms:|\b(or|may|by|can|we’ll|call,) text\b|\btext(s|ing|ed)\b|` +
	`\btext (us|me|you|or|messages?)\b|>text<|"label":"text"`)

// A company in two states with long names, pages of its own and without text messages has nothing of the former owner,
// and no link or word about text messages on any page, in any document or mail.
func TestDuluth(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("../../../../content/testdata/duluth.txtar")
	testkit.Must(t, err)
	files, err := txtar.FS(archive)
	dir := t.TempDir()
	testkit.Must(t, errors.Join(err, os.CopyFS(dir, files)))
	built := server.BuildSite(t, "CONTENT_DIR="+dir)
	texts := map[string]string{}
	for file, body := range built.Files() {
		if text, err := body(t.Context()); err == nil && utf8.Valid(text) && path.Ext(file) != ".js" {
			texts[file] = regexp.MustCompile(`<style>[^<]*</style>`).ReplaceAllString(string(text), "")
		}
	}
	lead := outbox.Lead{Lead: journal.Lead{ID: "01a203dd-2a37-7906-86ad-0085777c88bd", Received: time.Now(),
		Request: quote.Request{Name: "Ann", Phone: "218-623-4100", Email: "ann@example.com"}}}
	lead.Extra.Answer.Contact = "text"
	for _, kind := range []outbox.Kind{outbox.OwnerMail, outbox.VisitorMail} {
		texts[string(kind)] = mailText(server.ComposeMail(t, built, kind, lead))
	}
	words, err := json.Marshal([]any{built.Content().Office(), built.Content().MailWords()})
	testkit.Must(t, err)
	unused := strings.NewReplacer("Stop texting me", "", "No texts", "", "No marketing texts until", "")
	texts["office"] = unused.Replace(string(words))
	for where, text := range texts {
		if at := aboutTexts.FindStringIndex(text); at != nil && path.Ext(where) != ".css" {
			t.Errorf("%s: … %s …", where, text[max(0, at[0]-80):min(len(text), at[1]+40)])
		}
		for _, trace := range append(formerOwner(t, built.Content()), "Dallas", "Texas") {
			if strings.Contains(html.UnescapeString(text), trace) && !strings.HasPrefix(where, "/assets/") {
				t.Errorf("%s says %q", where, trace)
			}
		}
		if mark := builtInMark.FindString(text); mark != "" {
			t.Errorf("%s shows the former owner's mark: %s", where, mark)
		}
	}
	if n := len(texts); n < 30 {
		t.Errorf("there are %d texts", n)
	}
}

// builtInMark matches what draws the mark of the program's own company: in pages, in the icon, in mails; and the spot
// for another on a truck. initials is how the letters of another begin.
var builtInMark = regexp.MustCompile(`M20 2 38 12|M16 7 28 14|to top right, transparent|"spot"`)

const initials = `<path fill="#f7f9fb" d="M`

// nameless are documents that have addresses alone.
var nameless = []string{"sitemap.xml", "robots.txt"}

// mailText is all of a mail that is read.
func mailText(m mail.Message) string {
	return strings.Join([]string{m.From.Name, m.From.Email, m.ReplyTo, m.Subject, m.Text, m.HTML}, "\n")
}

// formerOwner is what names the owner of the program's own content and not the present one.
func formerOwner(t *testing.T, now *content.Site) []string {
	t.Helper()
	traces := func(s *content.Site) []string {
		b := s.Brand()
		list := []string{b.Name, b.ShortName, b.Phone.Label, b.Phone.Href, b.Text.Href, b.Email.Label, b.Hours,
			s.Business.URL, s.Location().String()}
		if b.Rating != nil {
			list = append(list, b.Rating.Label, b.Rating.Reviews, "AggregateRating")
		}
		return list
	}
	present := traces(now)
	return slices.DeleteFunc(traces(program.Words()), func(trace string) bool {
		return slices.Contains(present, trace)
	})
}
