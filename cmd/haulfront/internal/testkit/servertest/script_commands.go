package servertest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/gen2brain/webp"
	"github.com/rogpeppe/go-internal/testscript"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// A script is one script while it runs.
type script struct {
	*scriptSite
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
	sent    testkit.Call
}

// scriptKey is the key of the script in its environment.
type scriptKey struct{}

// setup prepares a script's environment; the script itself begins with its first command.
func (s *scriptSuite) setup(e *testscript.Env) error {
	s.visitors++
	p := &script{visitor: fmt.Sprintf("203.0.113.%d", s.visitors), secrets: slices.Clone(scriptSecrets),
		header: http.Header{}}
	e.Values[scriptKey{}] = p
	e.Setenv("SAMPLE", s.sample)
	e.Setenv("CHECKOUT", testkit.Root(s.t))
	t := e.T().(sequential).T
	t.Cleanup(func() {
		if p.scriptSite == nil {
			return
		}
		if !t.Failed() {
			p.end(t)
		}
		if t.Failed() {
			t.Logf("the program's log:\n%s", p.Log.String()[p.logAt:])
		}
	})
	return nil
}

// end checks what every script has in common.
func (p *script) end(t *testing.T) {
	list := p.Calls.All()
	for _, c := range list[p.callsAt:] {
		t.Errorf("nobody looked at this call: %s %s", c.Receiver, c.Body)
	}
	// An email is recorded after its receiver's answer; the next script must not find it under way.
	rows, err := p.journal.Query(
		`SELECT lead_id FROM deliveries WHERE kind = 'email' AND (lease <> '' OR attempts <> '[]')`)
	testkit.Must(t, err)
	defer rows.Close()
	for rows.Next() {
		var id string
		testkit.Must(t, rows.Scan(&id))
		if line := "lead=" + id + " kind=email "; !p.Log.Has(line) {
			t.Errorf("the log has no line with %s", line)
		}
	}
	log := p.Log.String()[p.logAt:]
	for _, secret := range p.secrets {
		if strings.Contains(log, secret) {
			t.Errorf("the log has %q in it", secret)
		}
	}
}

// commands are the words of the scripts, see RunScripts.
func (s *scriptSuite) commands() map[string]func(*testscript.TestScript, bool, []string) {
	type verb func(p *script, negated bool, args []string)
	verbs := map[string]verb{
		"webhook":   func(p *script, _ bool, args []string) { p.Check(p.answerWith(p.Webhook, args[0])) },
		"function":  func(p *script, _ bool, args []string) { p.Check(p.answerWith(p.Function, args[0])) },
		"from":      func(p *script, _ bool, args []string) { p.visitor = args[0] },
		"with":      (*script).with,
		"get":       func(p *script, _ bool, args []string) { p.ask(http.MethodGet, program.Fill(args[0], false), "") },
		"head":      func(p *script, _ bool, args []string) { p.ask(http.MethodHead, args[0], "") },
		"post":      (*script).post,
		"upload":    (*script).upload,
		"links":     (*script).wantLinks,
		"photos":    (*script).wantPhotos,
		"request":   (*script).requestFile,
		"again":     (*script).again,
		"raw":       (*script).raw,
		"admin":     (*script).askAdmin,
		"spellings": (*script).spellings,
		"status":    (*script).wantStatus,
		"header":    (*script).wantHeader,
		"body":      (*script).wantBody,
		"json":      (*script).wantJSON,
		"save":      func(p *script, _ bool, args []string) { p.Check(os.WriteFile(p.MkAbs(args[0]), p.body, 0o600)) },
		"same":      (*script).wantSame,
		"remember":  (*script).remember,
		"sent":      (*script).wantSent,
		"carrying":  (*script).wantCarrying,
		"leads":     (*script).wantLeads,
		"log":       (*script).wantLog,
		"bytes":     (*script).bytes,
		"repeat":    (*script).repeat,
		"shoot":     (*script).shoot,
		"journal":   (*script).refuse,
		"clock": func(p *script, _ bool, args []string) {
			if args[0] == "new-year" {
				p.clock.Set(time.Date(scriptStart.Year()+1, 1, 1, 0, 0, 0, 0, program.Office()))
				return
			}
			by, err := time.ParseDuration(args[0])
			p.Check(err)
			p.clock.Advance(by)
		},
	}
	commands := map[string]func(*testscript.TestScript, bool, []string){
		"serve": func(ts *testscript.TestScript, _ bool, args []string) { s.serve(ts, args) },
	}
	for name, verb := range verbs {
		commands[name] = func(ts *testscript.TestScript, negated bool, args []string) {
			p := ts.Value(scriptKey{}).(*script)
			if p.scriptSite == nil {
				s.serve(ts, nil)
			}
			verb(p, negated, args)
		}
	}
	return commands
}

func (s *scriptSuite) serve(ts *testscript.TestScript, args []string) {
	p := ts.Value(scriptKey{}).(*script)
	p.TestScript = ts
	a, err := s.site(args)
	ts.Check(err)
	ts.Check(a.begin())
	p.scriptSite, p.callsAt, p.logAt = a, len(a.Calls.All()), len(a.Log.String())
	ts.Setenv("DATABASE_URL", a.Database)
	ts.Setenv("URL", a.URL)
	ts.Setenv("RECEIVED", scriptStart.In(program.Office()).Format(time.RFC3339))
}

// scriptClient shows answers as they are.
var scriptClient = &http.Client{
	Timeout:       4 * testkit.WaitLimit, // the sitemap needs every page
	Transport:     &http.Transport{DisableCompression: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func (p *script) with(_ bool, args []string) {
	for _, arg := range args {
		name, value, found := strings.Cut(program.Fill(arg, false), ":")
		if !found {
			p.Fatalf("a header is 'NAME: VALUE', not %q", arg)
		}
		p.header.Add(name, strings.TrimSpace(value))
	}
}

func (p *script) ask(method, path, body string) {
	header, visitor := p.header, p.visitor
	p.header = http.Header{}
	p.request = func() (*http.Request, error) {
		// The path goes out as it is written, and a fragment not at all.
		path, _, _ := strings.Cut(path, "#")
		address, query, _ := strings.Cut(path, "?")
		req, err := http.NewRequest(method, p.URL, strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.URL.Opaque, req.URL.RawQuery = address, query
		if strings.HasPrefix(address, "//") {
			req.URL.Opaque = p.URL + address // an opaque address of two slashes would name a host
		}
		req.Header = header.Clone()
		req.Header.Set("X-Forwarded-For", visitor)
		return req, nil
	}
	p.send()
}

// send makes the request and keeps its answer.
func (p *script) send() {
	req, err := p.request()
	p.Check(err)
	answer, err := scriptClient.Do(req)
	p.Check(err)
	p.keep(answer)
}

func (p *script) keep(answer *http.Response) {
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

func (p *script) post(_ bool, args []string) {
	form := url.Values{}
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(program.Fill(arg, false), "=")
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

func (p *script) requestFile(_ bool, args []string) {
	body := ""
	if len(args) > 2 {
		body = p.ReadFile(args[2])
	}
	p.ask(args[0], args[1], body)
}

func (p *script) again(_ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	p.Check(err)
	for want := p.answer.StatusCode; n > 0; n-- {
		if p.send(); p.answer.StatusCode != want {
			p.Fatalf("the status became %d, want %d still, %d to go", p.answer.StatusCode, want, n)
		}
	}
}

func (p *script) raw(_ bool, args []string) {
	text, err := strconv.Unquote(`"` + args[0] + `"`)
	p.Check(err)
	text += "GET / HTTP/1.1\r\nHost: haulfront.test\r\n\r\nGET /"
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.URL, "http://"))
	p.Check(err)
	defer conn.Close()
	p.Check(conn.SetDeadline(time.Now().Add(testkit.WaitLimit)))
	_, err = io.WriteString(conn, text)
	p.Check(err)
	in := bufio.NewReader(conn)
	answer, err := http.ReadResponse(in, &http.Request{Method: http.MethodGet})
	p.Check(err)
	p.keep(answer)
	if code := answer.StatusCode; code != http.StatusBadRequest && code != http.StatusHTTPVersionNotSupported {
		return
	}
	// Where the next request of a malformed one begins is unknown.
	if rest, err := io.ReadAll(in); !answer.Close || len(rest) > 0 || err != nil {
		p.Fatalf("after the answer comes %.60q, %v", rest, err)
	}
}

func (p *script) askAdmin(_ bool, args []string) {
	answer, err := scriptClient.Get(p.Admin + args[0])
	p.Check(err)
	p.keep(answer)
}

// spellings reads the pages from the route table, so that a new page is covered the day it is served.
func (p *script) spellings(bool, []string) {
	site, err := content.Load(content.FS)
	p.Check(err)
	pages := 0
	for _, route := range site.Routes() {
		if p.ask(http.MethodHead, route.Path, ""); p.answer.StatusCode != http.StatusOK {
			continue // not served yet
		}
		pages++
		slashes := strings.ReplaceAll(route.Path, "/", "//") + "///"
		for _, spelling := range []string{route.Path + "/", "/" + route.Path, strings.ToUpper(route.Path), slashes} {
			if spelling == route.Path {
				continue
			}
			for _, query := range []string{"", "?b=2&a=%2Fx"} {
				p.ask(http.MethodGet, spelling+query, "")
				status, got, want := p.answer.StatusCode, p.answer.Header.Get("Location"), route.Path+query
				if status != http.StatusMovedPermanently || got != want {
					p.Fatalf("%s = %d to %q, want 301 to %s", spelling+query, status, got, want)
				}
			}
		}
	}
	if pages == 0 {
		p.Fatalf("no page of the route table is served")
	}
}

func (p *script) bytes(_ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	p.Check(err)
	text := append([]byte(strings.Join(args[2:], " ")), bytes.Repeat([]byte("x"), n)...)
	p.Check(os.WriteFile(p.MkAbs(args[1]), text[:n], 0o600))
}

// repeat writes a file with a text in it that stands there many times: repeat N TEXT FILE BEGINNING [END].
func (p *script) repeat(_ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	p.Check(err)
	text := args[3] + strings.Repeat(args[1], n) + strings.Join(args[4:], " ")
	p.Check(os.WriteFile(p.MkAbs(args[2]), []byte(text), 0o600))
}

// shoot makes photographs of different heights, each in the format that its name says.
func (p *script) shoot(_ bool, args []string) {
	for i, name := range args {
		var out bytes.Buffer
		picture := image.NewRGBA(image.Rect(0, 0, 400, 300+i))
		switch strings.ToLower(filepath.Ext(name)) {
		case ".png":
			p.Check(png.Encode(&out, picture))
		case ".webp":
			p.Check(webp.Encode(&out, picture))
		default:
			p.Check(jpeg.Encode(&out, picture, nil))
		}
		p.Check(os.WriteFile(p.MkAbs(name), out.Bytes(), 0o600))
	}
}

// refuse makes the database itself reject new leads, or accept them again.
func (p *script) refuse(_ bool, args []string) {
	statement := `DROP TRIGGER refuse`
	if args[0] == "refuses" {
		statement = `CREATE TRIGGER refuse BEFORE INSERT ON leads BEGIN SELECT RAISE(FAIL, 'disk I/O error'); END`
	}
	_, err := p.journal.Exec(statement)
	p.Check(err)
}
