package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"net/mail"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/contact"

	"pgregory.net/rapid"
)

var sentAt = time.Date(2025, 10, 5, 12, 0, 0, 0, time.UTC)

func message() Message {
	return Message{
		From: Address{Name: "Clear Acre", Email: "hello@clearacre.example"}, To: []string{"owner@clearacre.example"},
		ReplyTo: "ann@example.com", Subject: "Yard Waste · 75024 · Today", Text: "Call Ann.\n.\nSoon.",
		HTML:      "<p>Call Ann.</p>",
		MessageID: "0199-owner", Automatic: Generated, Header: map[string]string{"X-Haulfront-Lead": "0199"},
	}
}

// wantClass checks the class and the code of a failed attempt.
func wantClass(t *testing.T, err error, class outbound.Class, code int) {
	t.Helper()
	var e *outbound.Error
	if !errors.As(err, &e) || e.Class != class || e.Status != code {
		t.Errorf("Send() = %#v, want class %d and code %d", err, class, code)
	}
}

// sender returns a sender for a server; query is that of its URL.
func sender(t *testing.T, server *testkit.SMTPServer, login, query string) *Sender {
	t.Helper()
	parsed, err := ParseServer("smtp://" + login + server.Addr + query)
	if err != nil {
		t.Fatal(err)
	}
	parsed.tls.RootCAs = server.Roots
	return New(Config{Server: parsed, Timeout: testkit.WaitLimit, Now: func() time.Time { return sentAt }})
}

func TestSend(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	m := message()
	m.To = append(m.To, "crew@clearacre.example")
	server.Script(func(at testkit.Stage, name string) string {
		if at == testkit.AtHello && name != "[127.0.0.1]" && !strings.Contains(name, ".") {
			t.Errorf("the program introduces itself as %q", name)
		}
		return ""
	})
	if err := sender(t, server, "", "").Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	sent := server.Wait(t, 1)[0]
	if sent.From != "hello@clearacre.example" || !slices.Equal(sent.To, m.To) {
		t.Errorf("the envelope is from %q to %q", sent.From, sent.To)
	}
	read := sent.Read(t)
	for name, want := range map[string]string{
		"From": `"Clear Acre" <hello@clearacre.example>`, "To": "<owner@clearacre.example>, <crew@clearacre.example>",
		"Reply-To": "<ann@example.com>", "Message-Id": "<0199-owner@clearacre.example>",
		"Auto-Submitted": "auto-generated",
		"Date":           "Sun, 05 Oct 2025 12:00:00 +0000", "X-Haulfront-Lead": "0199", "Mime-Version": "1.0",
	} {
		if got := read.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if read.Subject != m.Subject || read.Text != m.Text || read.HTML != m.HTML {
		t.Errorf("read %q, %q and %q", read.Subject, read.Text, read.HTML)
	}

	m.HTML = ""
	testkit.Must(t, sender(t, server, "", "?from=web%40example.com").Send(t.Context(), m))
	read = server.Wait(t, 2)[1].Read(t)
	if from := read.Get("From"); read.Text != m.Text || read.HTML != "" || from != `"Clear Acre" <web@example.com>` {
		t.Errorf("read %q and %q from %s, want the text alone from the URL's address", read.Text, read.HTML, from)
	}
	nobody := &testkit.SMTPServer{Addr: "127.0.0.1:1"}
	wantClass(t, sender(t, nobody, "", "").Send(t.Context(), m), outbound.Temporary, 0)
}

// TestAddresses sends to and from international domains in ASCII, as every server takes them.
func TestAddresses(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	m := message()
	m.From.Email, m.ReplyTo = "hello@ex\u00e4mple.de", "mailto:pat.o'brien@example.com"
	m.To = []string{"ann@ex\u00e4mple.de\u200b"}
	if err := sender(t, server, "", "").Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	sent := server.Wait(t, 1)[0]
	reply := sent.Read(t).Header.Get("Reply-To")
	if sent.From != "hello@xn--exmple-cua.de" || !slices.Equal(sent.To, []string{"ann@xn--exmple-cua.de"}) ||
		reply != "<pat.o'brien@example.com>" || m.To[0] != "ann@ex\u00e4mple.de\u200b" {
		t.Errorf("the envelope is from %q to %q, replies go to %q", sent.From, sent.To, reply)
	}
	m.To = []string{"\u201cann@example.com\u201d"}
	wantClass(t, sender(t, server, "", "").Send(t.Context(), m), outbound.Permanent, 0)
}

// TestClasses fails an attempt at every stage, and says what became of the message.
func TestClasses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		script func(testkit.Stage, string) string
		class  outbound.Class
		code   int
		taken  int
	}{
		{"no service", testkit.Answer(testkit.AtGreeting, "554 no service here"), outbound.Temporary, 554, 0},
		{"busy", testkit.Answer(testkit.AtGreeting, "421 busy"), outbound.Temporary, 421, 0},
		{"cut at once", testkit.Answer(testkit.AtGreeting, testkit.Cut), outbound.Temporary, 0, 0},
		{"sender refused", testkit.Answer(testkit.AtFrom, "550 not you"), outbound.Permanent, 550, 0},
		{"sender not understood", testkit.Answer(testkit.AtFrom, "500 what"), outbound.Permanent, 500, 0},
		{"sender later", testkit.Answer(testkit.AtFrom, "451 later"), outbound.Temporary, 451, 0},
		{"recipient refused", testkit.Answer(testkit.AtTo, "550 <owner@clearacre.example> unknown"), outbound.Permanent,
			550, 0},
		{"recipient later", testkit.Answer(testkit.AtTo, "450 greylisted"), outbound.Temporary, 450, 0},
		{"cut at the recipient", testkit.Answer(testkit.AtTo, testkit.Cut), outbound.Temporary, 0, 0},
		{"no data", testkit.Answer(testkit.AtData, "554 no"), outbound.Permanent, 554, 0},
		{"no data now", testkit.Answer(testkit.AtData, "421 going down"), outbound.Temporary, 421, 0},
		{"message refused", testkit.Answer(testkit.AfterData, "554 spam"), outbound.Permanent, 554, 0},
		{"message later", testkit.Answer(testkit.AfterData, "452 disk full"), outbound.Temporary, 452, 0},
		{"cut within the message", testkit.Answer(testkit.WithinData, testkit.Cut), outbound.Unknown, 0, 0},
		{"cut after the message", testkit.Answer(testkit.AfterData, testkit.Cut), outbound.Unknown, 0, 0},
		{"taken and cut", testkit.Answer(testkit.AfterData, testkit.TakeAndCut), outbound.Unknown, 0, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := testkit.NewSMTPServer(t)
			server.Script(test.script)
			err := sender(t, server, "", "").Send(t.Context(), message())
			wantClass(t, err, test.class, test.code)
			if strings.Contains(err.Error(), "owner@") {
				t.Errorf("the error %q has an address", err)
			}
			if n := len(server.All()); n != test.taken {
				t.Errorf("%d mails were taken, want %d", n, test.taken)
			}
		})
	}
}

// TestSilence gives up on a server that stops answering, at each stage.
func TestSilence(t *testing.T) {
	t.Parallel()
	for stage, want := range map[testkit.Stage]outbound.Class{
		testkit.AtGreeting: outbound.Temporary, testkit.AtHello: outbound.Temporary,
		testkit.AtTo: outbound.Temporary, testkit.AtData: outbound.Temporary, testkit.AfterData: outbound.Unknown,
	} {
		t.Run(string(stage), func(t *testing.T) {
			t.Parallel()
			server := testkit.NewSMTPServer(t)
			ctx, cancel := context.WithCancel(t.Context())
			server.Script(func(at testkit.Stage, _ string) string {
				if at != stage {
					return ""
				}
				cancel()
				return testkit.Silence
			})
			err := sender(t, server, "", "").Send(ctx, message())
			wantClass(t, err, want, 0)
			if !errors.Is(err, context.Canceled) && want != outbound.Unknown {
				t.Errorf("Send() = %v, want the end of the context", err)
			}
		})
	}
}

// TestHandOver checks that HandOver is called right before the message leaves, and can hold it back.
func TestHandOver(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	var ready, called atomic.Bool
	server.Script(func(at testkit.Stage, _ string) string {
		switch at {
		case testkit.AtData:
			ready.Store(true)
		case testkit.AfterData:
			if !called.Load() {
				t.Error("the message was handed over before HandOver was called")
			}
		}
		return ""
	})
	m := message()
	m.HandOver = func(context.Context) error {
		if called.Store(true); !ready.Load() {
			t.Error("the server was not asked for the message yet")
		}
		return nil
	}
	if err := sender(t, server, "", "").Send(t.Context(), m); err != nil || !called.Load() {
		t.Fatalf("Send() = %v, called %v", err, called.Load())
	}
	m.HandOver = func(context.Context) error { return errors.New("no room") }
	wantClass(t, sender(t, server, "", "").Send(t.Context(), m), outbound.Temporary, 0)
	if n := len(server.All()); n != 1 {
		t.Errorf("%d mails were taken, want 1", n)
	}
}

// TestPartial sends to the recipients that the server accepts.
func TestPartial(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	server.Script(func(at testkit.Stage, address string) string {
		if at == testkit.AtTo && strings.HasPrefix(address, "gone@") {
			return "550 unknown"
		}
		return ""
	})
	m := message()
	m.To = []string{"gone@clearacre.example", "owner@clearacre.example"}
	wantClass(t, sender(t, server, "", "").Send(t.Context(), m), outbound.Partial, 550)
	if to := server.Wait(t, 1)[0].To; !slices.Equal(to, m.To[1:]) {
		t.Errorf("sent to %q", to)
	}
}

func TestTLSAndLogin(t *testing.T) {
	t.Parallel()
	const login = "web:p%40ss@"
	for _, test := range []struct {
		name, login, query string
		options            []func(*testkit.SMTPServer)
		distrust           bool
		fails              string // part of the error
		tls                bool
		user               string
	}{
		{name: "offered", options: []func(*testkit.SMTPServer){testkit.STARTTLS}, tls: true},
		{name: "offered with an untrusted certificate", options: []func(*testkit.SMTPServer){testkit.STARTTLS},
			distrust: true, tls: true},
		{name: "required", query: "?tls=required", options: []func(*testkit.SMTPServer){testkit.STARTTLS}, tls: true},
		{name: "required with an untrusted certificate", query: "?tls=required",
			options:  []func(*testkit.SMTPServer){testkit.STARTTLS},
			distrust: true, fails: "certificate"},
		{name: "required and not offered", query: "?tls=required", fails: "STARTTLS"},
		{name: "password", login: login, options: []func(*testkit.SMTPServer){testkit.STARTTLS, testkit.Auth},
			tls: true, user: "web:p@ss"},
		{name: "password without TLS", login: login, options: []func(*testkit.SMTPServer){testkit.Auth},
			fails: "STARTTLS"},
		{name: "password to this machine", login: login, query: "?tls=opportunistic",
			options: []func(*testkit.SMTPServer){testkit.Auth}, user: "web:p@ss"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := testkit.NewSMTPServer(t, test.options...)
			if test.distrust {
				server.Roots = x509.NewCertPool()
			}
			err := sender(t, server, test.login, test.query).Send(t.Context(), message())
			if test.fails != "" {
				if err == nil || !strings.Contains(err.Error(), test.fails) || strings.Contains(err.Error(), "p@ss") {
					t.Errorf("Send() = %v, want an error about %s", err, test.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if sent := server.Wait(t, 1)[0]; sent.TLS != test.tls || sent.User != test.user {
				t.Errorf("sent with TLS %v by %q, want %v by %q", sent.TLS, sent.User, test.tls, test.user)
			}
		})
	}
}

func TestParseServer(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"smtp://mail.example.com":                                  "mail.example.com:587",
		"smtps://mail.example.com":                                 "mail.example.com:465",
		"smtp://u:p@mail.example.com:25?tls=required":              "mail.example.com:25",
		"smtp://[::1]:2525?from=web@example.com&tls=opportunistic": "[::1]:2525",
		"": "", "mail.example.com:25": "", "http://mail.example.com": "", "smtp://": "", "smtp://u@h": "",
		"smtp://:p@h": "",
		"smtp://h:0":  "", "smtp://h:70000": "", "smtp://h?tls=maybe": "", "smtp://h?from=nobody": "",
		"smtp://h?hidden=1":           "",
		"smtps://h?tls=opportunistic": "", "smtp://h/path": "", "smtp://u:%zz-hidden@h": "",
	} {
		s, err := ParseServer(address)
		switch {
		case err == nil && s.Host() != want:
			t.Errorf("ParseServer(%q) = %s, want %s", address, s.Host(), want)
		case err != nil && (want != "" || !strings.HasPrefix(err.Error(), "want ") ||
			strings.Contains(err.Error(), "hidden")):
			t.Errorf("ParseServer(%q) = %v, want %q or an error that says what is wanted", address, err, want)
		}
	}
}

// TestHeaderInjection puts any text into every field of a message: its header has the fields that it should have, each
// once, and nothing else.
func TestHeaderInjection(t *testing.T) {
	t.Parallel()
	want := []string{"Auto-Submitted", "Content-Type", "Date", "From", "Message-Id", "Mime-Version", "Subject", "To",
		"X-Haulfront-Lead"}
	parts := rapid.SampledFrom([]string{"\r\n", "\n", "\r", "\r\n\r\n", "Bcc: x@example.com", "Subject: x",
		"=?utf-8?q?=0D=0ABcc:_x?=",
		"=?", "\x00", "\u2028", "\u0085", "\u202e", "\xff", "é", "a@b.c", "<", ">", ",", "\"", ":", " ", "\t", ".",
		"\r\n.\r\n", strings.Repeat("x", 1200)})
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(parts, rapid.String()), 0, 8).Draw(t, "parts"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		m := Message{
			From:    Address{Name: text.Draw(t, "name"), Email: "hello@clearacre.example"},
			To:      []string{"owner@clearacre.example"},
			ReplyTo: text.Draw(t, "replyTo"), Subject: text.Draw(t, "subject"), Text: text.Draw(t, "text"),
			HTML:      "<p>" + text.Draw(t, "html"),
			MessageID: "id", Automatic: Generated, Header: map[string]string{"X-Haulfront-Lead": text.Draw(t, "field")},
		}
		raw, err := m.encode(m.From, sentAt)
		if err != nil {
			t.Fatal(err)
		}
		head, _, found := strings.Cut(string(raw), "\r\n\r\n")
		if !found || strings.ContainsFunc(strings.ReplaceAll(head, "\r\n", ""),
			func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Fatalf("the header has control characters: %q", head)
		}
		read, err := mail.ReadMessage(strings.NewReader(string(raw)))
		if err != nil {
			t.Fatalf("%v in %q", err, raw)
		}
		expected := want
		if read.Header.Get("Reply-To") != "" {
			if contact.Mailbox(m.ReplyTo) == "" {
				t.Fatalf("Reply-To of %q is %q", m.ReplyTo, read.Header.Get("Reply-To"))
			}
			expected = append(slices.Clone(want), "Reply-To")
		}
		var names []string
		for name, values := range read.Header {
			if names = append(names, name); len(values) != 1 {
				t.Fatalf("%s is there %d times in %q", name, len(values), head)
			}
		}
		slices.Sort(names)
		slices.Sort(expected)
		if !slices.Equal(names, expected) {
			t.Fatalf("the header has %q, want %q: %q", names, expected, head)
		}
		sent, err := testkit.Mail{Data: strings.ReplaceAll(string(raw), "\r\n", "\n")}.Parse()
		if err != nil {
			t.Fatalf("%v in %q", err, raw)
		}
		if got := sent.Subject; got != strings.TrimSpace(truncate(line(m.Subject), maxSubject)) {
			t.Fatalf("the subject %q is read as %q", m.Subject, got)
		}
		for _, row := range strings.Split(string(raw), "\r\n") {
			if len(row) > 998 {
				t.Fatalf("a line has %d bytes", len(row))
			}
		}
		if address := contact.Mailbox(m.ReplyTo); address != "" {
			if _, err := mail.ParseAddress(address); err != nil {
				t.Fatalf("the address %q is valid, and %v", address, err)
			}
		}
	})
}

// TestEncode checks what becomes of texts that are too long, or have control characters, and which messages cannot be
// sent.
func TestEncode(t *testing.T) {
	t.Parallel()
	m := message()
	m.Subject, m.Automatic = strings.Repeat("é", maxSubject+1), ""
	m.Text, m.HTML = "one\rtwo\r\nthree\x00\tfour\u0085", "<p>\x1bone\n</p>"
	raw, err := m.encode(m.From, sentAt)
	testkit.Must(t, err)
	read := testkit.Mail{Data: strings.ReplaceAll(string(raw), "\r\n", "\n")}.Read(t)
	if read.Subject != strings.Repeat("é", maxSubject-1)+"…" || read.Text != "one\ntwo\nthree\tfour" ||
		read.HTML != "<p>one\n</p>" {
		t.Errorf("read %q, %q and %q", read.Subject, read.Text, read.HTML)
	}
	if _, there := read.Header["Auto-Submitted"]; there {
		t.Error("a mail of a person is marked as automatic")
	}
	m.Calendar = []byte("BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n")
	raw, err = m.encode(m.From, sentAt)
	testkit.Must(t, err)
	for _, part := range []string{`method=REQUEST`, `job.ics`, "text/calendar"} {
		if !strings.Contains(string(raw), part) {
			t.Errorf("the attached calendar lacks %q:\n%s", part, raw)
		}
	}
	for text, want := range map[string]string{" a\r\n\tb ": "a b", "=?utf-8?q?x?=": "= ?utf-8?q?x?=",
		"a\u2028b\u202ec": "a b c",
		"a\xffb":          "a\ufffdb"} {
		if got := line(text); got != want {
			t.Errorf("line(%q) = %q, want %q", text, got, want)
		}
	}
	for problem, edit := range map[string]func(*Message){
		"the sender's address":    func(m *Message) { m.From.Email = "" },
		"the recipient's address": func(m *Message) { m.To = nil },
		"The recipient's address": func(m *Message) { m.To = []string{"owner@clearacre.example", ""} },
		"Message-ID":              func(m *Message) { m.MessageID = "a b" },
		"Message-ID ":             func(m *Message) { m.MessageID = "" },
		"a field":                 func(m *Message) { m.Header = map[string]string{"X: y": ""} },
	} {
		bad := message()
		edit(&bad)
		_, err := bad.encode(bad.From, sentAt)
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(strings.ToLower(problem[:1])+problem[1:])) &&
			!strings.Contains(err.Error(), strings.TrimSpace(problem)) {
			t.Errorf("encode() = %v, want an error about %s", err, problem)
		}
	}
}

// TestDefaults checks the time limit and the clock of a sender without either.
func TestDefaults(t *testing.T) {
	t.Parallel()
	if s := New(Config{}); s.cfg.Timeout != DefaultTimeout || s.cfg.Now == nil {
		t.Errorf("New() = %+v", s.cfg)
	}
	if s := New(Config{Timeout: time.Second, Now: func() time.Time { return sentAt }}); s.cfg.Timeout != time.Second ||
		!s.cfg.Now().Equal(sentAt) {
		t.Errorf("New() = %+v", s.cfg)
	}
}

// TestFarewell checks that a session ends with QUIT, after a message, a refusal and a check, and not after a lost
// connection.
func TestFarewell(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	var quits atomic.Int32
	answer := ""
	server.Script(func(at testkit.Stage, _ string) string {
		switch at {
		case testkit.AtQuit:
			quits.Add(1)
		case testkit.AtFrom:
			return answer
		}
		return ""
	})
	s := sender(t, server, "", "")
	testkit.Must(t, s.Send(t.Context(), message()))
	testkit.Must(t, s.Check(t.Context()))
	answer = "550 not you"
	wantClass(t, s.Send(t.Context(), message()), outbound.Permanent, 550)
	answer = testkit.Cut
	wantClass(t, s.Send(t.Context(), message()), outbound.Temporary, 0)
	if n := quits.Load(); n != 3 {
		t.Errorf("%d sessions end with QUIT, want 3", n)
	}
	if n := len(server.All()); n != 1 {
		t.Errorf("%d mails were taken, want that of the first session", n)
	}
	server.Script(testkit.Answer(testkit.AtGreeting, "554 no service here"))
	wantClass(t, s.Check(t.Context()), outbound.Temporary, 554)
	wantClass(t, sender(t, &testkit.SMTPServer{Addr: "127.0.0.1:1"}, "", "").Check(t.Context()), outbound.Temporary, 0)
}

// TestSlowServer gives up on a server that does not answer within the time limit.
func TestSlowServer(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	server.Script(testkit.Answer(testkit.AtFrom, testkit.Silence))
	s := sender(t, server, "", "")
	s.cfg.Timeout = 50 * time.Millisecond
	wantClass(t, s.Send(t.Context(), message()), outbound.Temporary, 0)
}

// TestReplies checks how a reply is shown: without addresses, in one line, and not endless.
func TestReplies(t *testing.T) {
	t.Parallel()
	for reply, want := range map[string]string{
		"unknown <ann@example.com>": "unknown …", "two\r\nlines": "two lines", "bad \xff": "bad \ufffd",
		strings.Repeat("x", maxReply+1): strings.Repeat("x", maxReply-1) + "…", strings.Repeat("x",
			maxReply): strings.Repeat("x",
			maxReply),
	} {
		if got := withoutAddresses(reply); got != want {
			t.Errorf("withoutAddresses(%q) = %q, want %q", reply, got, want)
		}
	}
}

// TestImplicitTLS speaks TLS from the first byte on, with a certificate that is valid for the host.
func TestImplicitTLS(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	certified := httptest.NewUnstartedServer(nil)
	certified.StartTLS()
	certified.Close()
	ln, err := tls.Listen("tcp", "127.0.0.1:0", certified.TLS)
	testkit.Must(t, err)
	t.Cleanup(func() { ln.Close() })
	go func() { // passes on what is decrypted, until the listener is closed
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			upstream, err := net.Dial("tcp", server.Addr)
			if err != nil {
				client.Close()
				return
			}
			go func() { _, _ = io.Copy(upstream, client); upstream.Close() }()
			go func() { _, _ = io.Copy(client, upstream); client.Close() }()
		}
	}()
	parsed, err := ParseServer("smtps://" + ln.Addr().String())
	testkit.Must(t, err)
	s := New(Config{Server: parsed, Timeout: testkit.WaitLimit})
	if err := s.Send(t.Context(), message()); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("Send() to an untrusted server = %v", err)
	}
	parsed.tls.RootCAs = x509.NewCertPool()
	parsed.tls.RootCAs.AddCert(certified.Certificate())
	testkit.Must(t, New(Config{Server: parsed, Timeout: testkit.WaitLimit}).Send(t.Context(), message()))
	if n := len(server.All()); n != 1 {
		t.Errorf("%d mails were taken, want 1", n)
	}
}
