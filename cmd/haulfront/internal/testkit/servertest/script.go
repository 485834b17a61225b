package servertest

import (
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/txtar"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// RunScripts runs the scripts of a test's testdata/script: what the site answers, and what leaves it, as plain text.
//
// A script speaks to the real program over loopback. It begins with the program's settings and gets an empty journal,
// receivers that answer 200, a client address of its own for the rate limit, and a clock that stands still, so that the
// worker makes no attempt that the script did not ask for. Scripts of the same settings share one program, which is why
// they run one after the other.
//
//	serve [SETTING=value ...]      the program with these settings instead of the usual ones
//	webhook|function ANSWER        how a receiver answers: a status, or a name of testkit.Answers
//	journal refuses|accepts        whether the journal can be written
//	clock DURATION                 move the program's clock on
//	clock new-year                 set it to the beginning of the next year at the office
//
// In patterns, headers and JSON, {phone}, {tel}, {name}, {email}, {url}, {host} and {received} stand for the site's
// own. $URL is the program's address, $RECEIVED the start of the clock, in the office's zone. A script with prices,
// hours or times serves $SAMPLE, the small site of content/testdata/site.txtar, so that the real site may change.
// $CHECKOUT is this checkout.
//
//	with 'NAME: VALUE' ...         headers of the next request
//	from ADDRESS                   the visitor's address from here on, as a trusted proxy tells it
//	get|head PATH                  ask
//	post PATH FIELD=VALUE ...      post a form as a browser does
//	upload PATH FIELD=VALUE ...    post a form with files, FIELD=@KIND of scriptPhotos; "cut" ends it early
//	request METHOD PATH [FILE]     send a body as it is
//	again N                        the last request N times more, always with the same status
//	raw TEXT                       these bytes, with Go's escapes
//	admin PATH                     ask the admin address
//	spellings                      ask for every page in spellings that are not its canonical one
//
//	status CODE                    the answer's status
//	[!] header NAME [PATTERN]      a header is there and, if given, matches
//	[!] body PATTERN               the body, after decoding, matches
//	json FILE                      the body is this JSON
//	save FILE                      keep the body
//	same FILE                      the body is the same as one that was kept, but for the references of leads
//	remember VARIABLE header NAME [PATTERN] | body PATTERN
//
//	sent webhook|function FILE     the next call that left the program has this body
//	links webhook|function N [VARIABLE]  the next call has N links to photographs; the first is kept
//	photos N                       how many photographs the journal's leads have
//	carrying NAME [PATTERN]        it had this header; "! carrying" that it had not
//	sent nothing                   no further call has left
//	leads N [STATUS [EMAIL]]       how many leads with these statuses the journal has
//	[!] log PATTERN                the log has a matching line; it is waited for
//	bytes N FILE [TEXT]            make a file of N bytes that begins with TEXT
//	repeat N TEXT FILE BEGINNING [END]  a file in which a text stands so many times
//	shoot FILE ...                 make photographs, each in the format that its name says
//
// At the end of each script every call must have been looked at with sent, and the log must be free of secrets and of
// what visitors typed.
func RunScripts(t *testing.T) {
	t.Parallel()
	s := &scriptSuite{t: t, programs: map[string]*scriptSite{}, sample: filepath.Join(t.TempDir(), "sample")}
	archive, err := txtar.ParseFile(filepath.Join(testkit.Root(t), "content/testdata/site.txtar"))
	testkit.Must(t, err)
	files, err := txtar.FS(archive)
	testkit.Must(t, errors.Join(err, os.CopyFS(s.sample, files)))
	testscript.RunT(sequential{t}, testscript.Params{
		Dir: "testdata/script", Setup: s.setup, Cmds: s.commands(), RequireExplicitExec: true,
	})
}

// sequential runs scripts one after the other.
type sequential struct{ *testing.T }

func (sequential) Parallel()     {}
func (sequential) Verbose() bool { return testing.Verbose() }
func (t sequential) Run(name string, script func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { script(sequential{t}) })
}

// What must not be read in a log.
var (
	scriptSecret  = "whsec_" + base64.StdEncoding.EncodeToString([]byte("what the scripts sign with"))
	scriptSecrets = []string{scriptSecret, "hook-path-secret", "anon-key-of-the-scripts"}
)

// scriptStart is where the clock begins in every script.
var scriptStart = time.Date(2025, 10, 6, 15, 4, 5, 678e6, time.UTC)

// A scriptSuite is what all scripts share: the programs, by their settings.
type scriptSuite struct {
	t        *testing.T
	programs map[string]*scriptSite
	visitors int
	// sample is the folder of the small site.
	sample string
}

// A scriptSite is one running program with its receivers.
type scriptSite struct {
	*program.Site
	journal *sql.DB
	clock   *testkit.Clock
	down    map[*testkit.Receiver]bool
}

// site returns the program with the given settings, starting it if no script has yet.
func (s *scriptSuite) site(args []string) (*scriptSite, error) {
	name := strings.Join(args, " ")
	if a := s.programs[name]; a != nil {
		return a, nil
	}
	a := &scriptSite{Site: program.NewSite(s.t), clock: testkit.NewClock(scriptStart),
		down: map[*testkit.Receiver]bool{}}
	set, err := program.ParseSettings(append(a.Settings(), append([]string{
		"LEAD_WEBHOOK_URL=" + a.Webhook.URL + "/hook-path-secret", "LEAD_WEBHOOK_SECRET=" + scriptSecret,
		"SUPABASE_ANON_KEY=anon-key-of-the-scripts", "MAPS_EMBED_URL=", "QUOTE_RATE_LIMIT=10",
		"TRUSTED_PROXIES=127.0.0.1",
	}, args...)...)...)
	if err != nil {
		return nil, err
	}
	Serve(s.t, a.Site, set, a.clock.Now)
	if a.journal, err = sql.Open("sqlite", "file:"+strings.TrimPrefix(a.Database,
		"sqlite:")+"?_pragma=busy_timeout(5000)"); err != nil {
		return nil, err
	}
	s.t.Cleanup(func() { a.journal.Close() })
	s.programs[name] = a
	return a, nil
}

// begin makes the program as a script expects to find it.
func (a *scriptSite) begin() error {
	a.clock.Set(scriptStart)
	for _, r := range []*testkit.Receiver{a.Webhook, a.Function} {
		if err := a.answerWith(r, "200"); err != nil {
			return err
		}
	}
	for _, statement := range []string{
		`DROP TRIGGER IF EXISTS refuse`, `DELETE FROM deliveries`, `DELETE FROM leads`, `DELETE FROM photos`,
	} {
		if _, err := a.journal.Exec(statement); err != nil {
			return fmt.Errorf("empty the journal: %w", err)
		}
	}
	return nil
}

// answerWith makes a receiver answer with a status or a name of testkit.Answers; "down" is nobody at the address.
func (a *scriptSite) answerWith(r *testkit.Receiver, name string) error {
	if name == "down" {
		a.down[r] = true
		return r.Listener.Close()
	}
	answer := testkit.Answers[name]
	if answer == nil {
		code, err := strconv.Atoi(name)
		if err != nil {
			return fmt.Errorf("no receiver answers with %q", name)
		}
		answer = testkit.Status(code)
	}
	r.Set(answer)
	if !a.down[r] {
		return nil
	}
	again, err := net.Listen("tcp", r.Listener.Addr().String())
	if err != nil {
		return fmt.Errorf("bring the receiver back: %w", err)
	}
	a.down[r], r.Listener = false, again
	go func() { _ = r.Config.Serve(again) }() // ends when the listener is closed
	return nil
}
