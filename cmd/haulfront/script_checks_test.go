package main

import (
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

func (p *script) wantStatus(_ bool, args []string) {
	if got := strconv.Itoa(p.answer.StatusCode); got != args[0] {
		p.Fatalf("the status is %s, want %s; the body is\n%s", got, args[0], testkit.Shorten(p.body))
	}
}

func (p *script) wantHeader(negated bool, args []string) { p.match(p.answer.Header, negated, args) }

// match checks a header: that it is there, and that it matches a pattern if there is one.
func (p *script) match(header http.Header, negated bool, args []string) {
	values := header.Values(args[0])
	got := len(values) > 0
	if len(args) > 1 {
		got = got && p.pattern(args[1]).MatchString(strings.Join(values, "\n"))
	}
	if got == negated {
		p.Fatalf("%s is %q", args[0], values)
	}
}

func (p *script) wantBody(negated bool, args []string) {
	if p.pattern(args[0]).Match(p.body) == negated {
		p.Fatalf("the body is\n%s", testkit.Shorten(p.body))
	}
}

func (p *script) wantJSON(_ bool, args []string) {
	var got, want any
	p.Check(json.Unmarshal([]byte(program.Fill(p.ReadFile(args[0]), false)), &want))
	if err := json.Unmarshal(p.body, &got); err != nil || !reflect.DeepEqual(got, want) {
		p.Fatalf("the body is\n%s", p.body)
	}
}

func (p *script) wantSame(_ bool, args []string) {
	want, got := program.WithoutReferences(p.ReadFile(args[0])), program.WithoutReferences(string(p.body))
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			p.Fatalf("the body differs from %s at byte %d: %.80q, want %.80q", args[0], i, got[i:], want[i:])
		}
	}
	if len(want) != len(got) {
		p.Fatalf("the body has %d bytes, want the %d of %s", len(got), len(want), args[0])
	}
}

func (p *script) remember(_ bool, args []string) {
	text, pattern := p.body, args[2]
	if args[1] == "header" {
		text, pattern = []byte(p.answer.Header.Get(args[2])), `(?s)(.*)`
		if len(args) > 3 {
			pattern = args[3]
		}
	}
	found := p.pattern(pattern).FindSubmatch(text)
	if len(found) < 2 {
		p.Fatalf("there is no such group in:\n%s", testkit.Shorten(text))
	}
	p.Setenv(args[0], string(found[1]))
}

func (p *script) wantSent(_ bool, args []string) {
	if args[0] == "nothing" {
		for _, c := range p.Calls.All()[p.callsAt:] {
			p.Fatalf("sent to the %s: %s", c.Receiver, c.Body)
		}
		return
	}
	p.takeCall(args[0])
	if want := strings.TrimSpace(program.Fill(p.ReadFile(args[1]), false)); p.sent.Body != want {
		p.Fatalf("sent to the %s: %s\nwant: %s", p.sent.Receiver, p.sent.Body, want)
	}
}

// takeCall waits for the next call that leaves the program, which has to be for a receiver.
func (p *script) takeCall(receiver string) {
	if !testkit.Await(p.Calls.Next, func() bool { return len(p.Calls.All()) > p.callsAt }) {
		p.Fatalf("nothing was sent")
	}
	p.sent = p.Calls.All()[p.callsAt]
	p.callsAt++
	if p.sent.Receiver != receiver {
		p.Fatalf("sent to the %s: %s\nwant something to the %s", p.sent.Receiver, p.sent.Body, receiver)
	}
}

func (p *script) wantCarrying(negated bool, args []string) { p.match(p.sent.Header, negated, args) }

func (p *script) wantLeads(_ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	p.Check(err)
	query := `SELECT COUNT(*) FROM leads`
	var bound []any
	for i, kind := range []string{"webhook", "email"} {
		if len(args) <= i+1 {
			break
		}
		query += map[bool]string{true: " WHERE", false: " AND"}[i == 0] +
			` EXISTS (SELECT 1 FROM deliveries WHERE lead_id = id AND kind = ? AND status = ?)`
		bound = append(bound, kind, args[i+1])
	}
	var got int
	p.Check(p.journal.QueryRow(query, bound...).Scan(&got))
	if got != want {
		p.Fatalf("the journal has %d leads such as %v, want %d", got, args[1:], want)
	}
}

func (p *script) wantLog(negated bool, args []string) {
	pattern := p.pattern(args[0])
	there := func() bool { return pattern.MatchString(p.Log.String()[p.logAt:]) }
	if negated {
		if there() {
			p.Fatalf("the log has such a line")
		}
		return
	}
	if !testkit.Await(p.Log.Next, there) {
		p.Fatalf("the log has no such line")
	}
}

// pattern compiles a pattern in which ^ and $ stand for the ends of a line.
func (p *script) pattern(text string) *regexp.Regexp {
	re, err := regexp.Compile("(?m)" + program.Fill(text, true))
	p.Check(err)
	return re
}
