package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/rogpeppe/go-internal/testscript"

	"haulfront/content"
)

// A play is one script while it runs.
type play struct {
	*actor
	*testscript.TestScript
	visitor string   // address
	secrets []string // what the log must not have
	callsAt int      // how many calls had been looked at
	logAt   int      // where this script's log begins
	header  http.Header

	// The last request and its answer.
	request func() (*http.Request, error)
	answer  *http.Response
	body    []byte // decoded
	sent    call
}

// setup prepares a script's environment; the play itself begins with its first command.
func (s *stage) setup(e *testscript.Env) error {
	s.visitors++
	p := &play{visitor: fmt.Sprintf("203.0.113.%d", s.visitors), secrets: slices.Clone(scriptSecrets), header: http.Header{}}
	e.Values[play{}.key()] = p
	t := e.T().(inTurn).T
	t.Cleanup(func() {
		if p.actor == nil {
			return
		}
		if !t.Failed() {
			p.end(t)
		}
		if t.Failed() {
			t.Logf("the program's log:\n%s", p.log.String()[p.logAt:])
		}
	})
	return nil
}

func (play) key() any { return reflect.TypeFor[play]() }

// end checks what every script has in common.
func (p *play) end(t *testing.T) {
	list := p.calls.all()
	for _, c := range list[p.callsAt:] {
		t.Errorf("nobody looked at this call: %s %s", c.receiver, c.body)
	}
	// An e-mail is recorded after its receiver's answer; the next script must not find it under way.
	rows, err := p.journal.Query(`SELECT lead_id FROM deliveries WHERE kind = 'email' AND (lease <> '' OR attempts <> '[]')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		if line := "lead=" + id + " kind=email "; !await(p.log.next, func() bool { return strings.Contains(p.log.String(), line) }) {
			t.Errorf("the log has no line with %s", line)
		}
	}
	log := p.log.String()[p.logAt:]
	for _, secret := range p.secrets {
		if strings.Contains(log, secret) {
			t.Errorf("the log has %q in it", secret)
		}
	}
}

// commands are the words of the scripts, see TestScripts.
func (s *stage) commands() map[string]func(*testscript.TestScript, bool, []string) {
	type verb func(p *play, negated bool, args []string)
	verbs := map[string]verb{
		"webhook":   func(p *play, _ bool, args []string) { p.Check(p.answerWith(p.webhook, args[0])) },
		"function":  func(p *play, _ bool, args []string) { p.Check(p.answerWith(p.function, args[0])) },
		"from":      func(p *play, _ bool, args []string) { p.visitor = args[0] },
		"with":      (*play).with,
		"get":       func(p *play, _ bool, args []string) { p.ask(http.MethodGet, args[0], "") },
		"head":      func(p *play, _ bool, args []string) { p.ask(http.MethodHead, args[0], "") },
		"post":      (*play).post,
		"request":   (*play).requestFile,
		"again":     (*play).again,
		"raw":       (*play).raw,
		"admin":     (*play).askAdmin,
		"spellings": (*play).spellings,
		"status":    (*play).wantStatus,
		"header":    (*play).wantHeader,
		"body":      (*play).wantBody,
		"json":      (*play).wantJSON,
		"save":      func(p *play, _ bool, args []string) { p.Check(os.WriteFile(p.MkAbs(args[0]), p.body, 0o600)) },
		"same":      (*play).wantSame,
		"remember":  (*play).remember,
		"sent":      (*play).wantSent,
		"carrying":  (*play).wantCarrying,
		"leads":     (*play).wantLeads,
		"log":       (*play).wantLog,
		"bytes":     (*play).bytes,
		"repeat":    (*play).repeat,
		"journal":   (*play).refuse,
		"clock": func(p *play, _ bool, args []string) {
			by, err := time.ParseDuration(args[0])
			p.Check(err)
			p.setClock(p.clock().Add(by))
		},
	}
	commands := map[string]func(*testscript.TestScript, bool, []string){
		"serve": func(ts *testscript.TestScript, _ bool, args []string) { s.serve(ts, args) },
	}
	for name, verb := range verbs {
		commands[name] = func(ts *testscript.TestScript, negated bool, args []string) {
			p := ts.Value(play{}.key()).(*play)
			if p.actor == nil {
				s.serve(ts, nil)
			}
			verb(p, negated, args)
		}
	}
	return commands
}

func (s *stage) serve(ts *testscript.TestScript, args []string) {
	p := ts.Value(play{}.key()).(*play)
	p.TestScript = ts
	a, err := s.actor(args)
	ts.Check(err)
	ts.Check(a.begin())
	p.actor, p.callsAt, p.logAt = a, len(a.calls.all()), len(a.log.String())
	ts.Setenv("DATABASE_URL", a.database)
	ts.Setenv("URL", a.url)
}

// scriptClient shows answers as they are.
var scriptClient = &http.Client{
	Timeout:       waitLimit,
	Transport:     &http.Transport{DisableCompression: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func (p *play) with(_ bool, args []string) {
	for _, arg := range args {
		name, value, found := strings.Cut(arg, ":")
		if !found {
			p.Fatalf("a header is 'NAME: VALUE', not %q", arg)
		}
		p.header.Add(name, strings.TrimSpace(value))
	}
}

func (p *play) ask(method, path, body string) {
	header, visitor := p.header, p.visitor
	p.header = http.Header{}
	p.request = func() (*http.Request, error) {
		// The path goes out as it is written, and a fragment not at all.
		path, _, _ := strings.Cut(path, "#")
		address, query, _ := strings.Cut(path, "?")
		req, err := http.NewRequest(method, p.url, strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.URL.Opaque, req.URL.RawQuery = address, query
		if strings.HasPrefix(address, "//") {
			req.URL.Opaque = p.url + address // an opaque address of two slashes would name a host
		}
		req.Header = header.Clone()
		req.Header.Set("X-Forwarded-For", visitor)
		return req, nil
	}
	p.play()
}

// play makes the request and keeps its answer.
func (p *play) play() {
	req, err := p.request()
	p.Check(err)
	answer, err := scriptClient.Do(req)
	p.Check(err)
	p.keep(answer)
}

func (p *play) keep(answer *http.Response) {
	defer answer.Body.Close()
	var body io.Reader = answer.Body
	var err error
	switch answer.Header.Get("Content-Encoding") {
	case "br":
		body = brotli.NewReader(body)
	case "gzip":
		if body, err = gzip.NewReader(body); answer.Request.Method != http.MethodHead {
			p.Check(err)
		}
	}
	if p.body = nil; answer.Request.Method != http.MethodHead {
		p.body, err = io.ReadAll(body)
		p.Check(err)
	}
	p.answer = answer
}

func (p *play) post(_ bool, args []string) {
	form := url.Values{}
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		form.Add(name, value)
		if (name == "phone" || name == "email") && value != "" {
			p.secrets = append(p.secrets, value)
		}
	}
	if p.header.Get("Content-Type") == "" {
		p.header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	p.ask(http.MethodPost, args[0], form.Encode())
}

func (p *play) requestFile(_ bool, args []string) {
	body := ""
	if len(args) > 2 {
		body = p.ReadFile(args[2])
	}
	p.ask(args[0], args[1], body)
}

func (p *play) again(_ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	p.Check(err)
	for want := p.answer.StatusCode; n > 0; n-- {
		if p.play(); p.answer.StatusCode != want {
			p.Fatalf("the status became %d, want %d still, %d to go", p.answer.StatusCode, want, n)
		}
	}
}

func (p *play) raw(_ bool, args []string) {
	text, err := strconv.Unquote(`"` + args[0] + `"`)
	p.Check(err)
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	p.Check(err)
	defer conn.Close()
	p.Check(conn.SetDeadline(time.Now().Add(waitLimit)))
	_, err = io.WriteString(conn, text)
	p.Check(err)
	answer, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: http.MethodGet})
	p.Check(err)
	p.keep(answer)
}

func (p *play) askAdmin(_ bool, args []string) {
	answer, err := scriptClient.Get(p.actor.admin + args[0])
	p.Check(err)
	p.keep(answer)
}

// spellings reads the pages from the route table, so that a new page is covered the day it is served.
func (p *play) spellings(bool, []string) {
	site, err := content.Load(content.FS)
	p.Check(err)
	pages := 0
	for _, route := range site.Routes() {
		if p.ask(http.MethodHead, route.Path, ""); p.answer.StatusCode != http.StatusOK {
			continue // not served yet
		}
		pages++
		for _, spelling := range []string{
			route.Path + "/", "/" + route.Path, strings.ToUpper(route.Path), strings.ReplaceAll(route.Path, "/", "//") + "///",
		} {
			if spelling == route.Path {
				continue
			}
			for _, query := range []string{"", "?b=2&a=%2Fx"} {
				p.ask(http.MethodGet, spelling+query, "")
				if got := p.answer.Header.Get("Location"); p.answer.StatusCode != http.StatusMovedPermanently || got != route.Path+query {
					p.Fatalf("%s = %d to %q, want 301 to %s", spelling+query, p.answer.StatusCode, got, route.Path+query)
				}
			}
		}
	}
	if pages == 0 {
		p.Fatalf("no page of the route table is served")
	}
}

func (p *play) bytes(_ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	p.Check(err)
	text := append([]byte(strings.Join(args[2:], " ")), bytes.Repeat([]byte("x"), n)...)
	p.Check(os.WriteFile(p.MkAbs(args[1]), text[:n], 0o600))
}

// repeat writes a file with a text in it that stands there many times: repeat N TEXT FILE BEGINNING [END].
func (p *play) repeat(_ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	p.Check(err)
	text := args[3] + strings.Repeat(args[1], n) + strings.Join(args[4:], " ")
	p.Check(os.WriteFile(p.MkAbs(args[2]), []byte(text), 0o600))
}

// refuse makes the database itself reject new leads, or accept them again.
func (p *play) refuse(_ bool, args []string) {
	statement := `DROP TRIGGER refuse`
	if args[0] == "refuses" {
		statement = `CREATE TRIGGER refuse BEFORE INSERT ON leads BEGIN SELECT RAISE(FAIL, 'disk I/O error'); END`
	}
	_, err := p.journal.Exec(statement)
	p.Check(err)
}
