package testkit

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Mail is a message that an SMTPServer accepted.
type Mail struct {
	From string
	To   []string
	Data string // as sent, with line ends of "\n"
	TLS  bool   // received over TLS
	User string // "user:password" of the login
}

// Stage is a point of an SMTP session at which a script may change the reply.
type Stage string

// The stages, each with the argument that the script gets.
const (
	AtGreeting Stage = "greeting"
	AtHello    Stage = "EHLO"
	AtLogin    Stage = "AUTH" // user:password
	AtFrom     Stage = "MAIL" // the sender
	AtTo       Stage = "RCPT" // the recipient
	AtData     Stage = "DATA"
	WithinData Stage = "within the message"
	AfterData  Stage = "after the message" // the message
	AtQuit     Stage = "QUIT"
)

// Results of a script other than replies.
const (
	Cut        = "cut"          // close the connection
	Silence    = "silence"      // never reply
	TakeAndCut = "take and cut" // AfterData: accept the message, then close the connection
)

// SMTPServer is a mail server on loopback. It accepts every message, unless a script says otherwise.
type SMTPServer struct {
	changes
	Addr string // host:port
	// Roots holds the server's certificate; nil without STARTTLS.
	Roots *x509.CertPool

	tls      *tls.Config // nil: STARTTLS is not offered
	auth     bool        // AUTH is offered
	mu       sync.Mutex
	script   func(Stage, string) string
	mails    []Mail
	sessions int
}

// NewSMTPServer starts a server that runs until the test ends.
func NewSMTPServer(t testing.TB, options ...func(*SMTPServer)) *SMTPServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Must(t, err)
	s := &SMTPServer{Addr: listener.Addr().String()}
	for _, option := range options {
		option(s)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var sessions sync.WaitGroup
	sessions.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			sessions.Go(func() { s.serve(ctx, conn) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		cancel()
		sessions.Wait()
	})
	return s
}

// STARTTLS makes the server offer TLS, with a certificate for 127.0.0.1 and example.com that Roots trusts.
func STARTTLS(s *SMTPServer) {
	certified := httptest.NewUnstartedServer(http.NotFoundHandler())
	certified.StartTLS()
	defer certified.Close()
	s.tls = &tls.Config{Certificates: certified.TLS.Certificates}
	s.Roots = x509.NewCertPool()
	s.Roots.AddCert(certified.Certificate())
}

// Auth makes the server offer AUTH PLAIN.
func Auth(s *SMTPServer) { s.auth = true }

// Script changes the server's replies from now on: at each stage script returns a reply, such as "451 later", or Cut,
// Silence or TakeAndCut, or "" for the usual reply. With nil, the server accepts every message.
func (s *SMTPServer) Script(script func(stage Stage, argument string) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = script
}

// Answer returns a script that changes the reply at one stage.
func Answer(stage Stage, reply string) func(Stage, string) string {
	return func(at Stage, _ string) string {
		if at == stage {
			return reply
		}
		return ""
	}
}

// All returns the messages so far.
func (s *SMTPServer) All() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mails)
}

// Sessions returns the number of connections so far.
func (s *SMTPServer) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sessions
}

// Wait returns all messages as soon as there are at least n, and fails the test if there are fewer after WaitLimit.
func (s *SMTPServer) Wait(t testing.TB, n int) []Mail {
	t.Helper()
	if !Await(s.Next, func() bool { return len(s.All()) >= n }) {
		t.Fatalf("%d mails arrived, want %d", len(s.All()), n)
	}
	return s.All()
}

// answer returns the script's result at a stage.
func (s *SMTPServer) answer(stage Stage, argument string) string {
	s.mu.Lock()
	script := s.script
	s.mu.Unlock()
	if script == nil {
		return ""
	}
	return script(stage, argument)
}

func (s *SMTPServer) take(m Mail) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mails = append(s.mails, m)
	s.announce()
}

// serve runs one session until ctx ends.
func (s *SMTPServer) serve(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	s.mu.Lock()
	s.sessions++
	s.mu.Unlock()
	session := &smtpSession{server: s, conn: conn, in: bufio.NewReader(conn)}
	if !session.reply(AtGreeting, "", "220 127.0.0.1 ESMTP") {
		return
	}
	for session.command() {
	}
}

// smtpSession is one connection to an SMTPServer.
type smtpSession struct {
	server *SMTPServer
	conn   net.Conn
	in     *bufio.Reader
	mail   Mail
}

// reply sends the usual reply, or the script's, and reports whether the session goes on.
func (s *smtpSession) reply(stage Stage, argument, usual string) bool {
	return s.send(s.server.answer(stage, argument), usual)
}

// send sends the script's reply, or the usual one.
func (s *smtpSession) send(answer, usual string) bool {
	switch answer {
	case "":
		return s.write(usual)
	case Silence:
		_, _ = io.Copy(io.Discard, s.in) // until the client gives up
		return false
	case Cut, TakeAndCut:
		return false
	}
	return s.write(answer)
}

func (s *smtpSession) write(line string) bool {
	_, err := fmt.Fprintf(s.conn, "%s\r\n", line)
	return err == nil
}

// command handles one command, and reports whether the session goes on.
func (s *smtpSession) command() bool {
	line, err := s.in.ReadString('\n')
	if err != nil {
		return false
	}
	verb, argument, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
	switch strings.ToUpper(verb) {
	case "EHLO":
		return s.reply(AtHello, argument, strings.Join(s.extensions(), "\r\n"))
	case "STARTTLS":
		if s.server.tls == nil || !s.write("220 go ahead") {
			return false
		}
		secure := tls.Server(s.conn, s.server.tls)
		if secure.Handshake() != nil {
			return false
		}
		s.conn, s.in, s.mail = secure, bufio.NewReader(secure), Mail{TLS: true}
		return true
	case "AUTH":
		token, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(argument, "PLAIN "))
		_, credentials, _ := strings.Cut(string(token), "\x00")
		s.mail.User = strings.ReplaceAll(credentials, "\x00", ":")
		return s.reply(AtLogin, s.mail.User, "235 welcome")
	case "MAIL":
		s.mail.From, s.mail.To = between(argument), nil
		return s.reply(AtFrom, s.mail.From, "250 ok")
	case "RCPT":
		address := between(argument)
		answer := s.server.answer(AtTo, address)
		if answer == "" {
			s.mail.To = append(s.mail.To, address)
		}
		return s.send(answer, "250 ok")
	case "DATA":
		answer := s.server.answer(AtData, "")
		return s.send(answer, "354 go ahead") && (answer != "" || s.message())
	case "QUIT":
		s.reply(AtQuit, "", "221 bye")
		return false
	}
	return s.write("250 ok")
}

func (s *smtpSession) extensions() []string {
	list := []string{"250-127.0.0.1", "250-8BITMIME", "250-SMTPUTF8"}
	if s.server.tls != nil && !s.mail.TLS {
		list = append(list, "250-STARTTLS")
	}
	if s.server.auth {
		list = append(list, "250-AUTH PLAIN")
	}
	return append(list, "250 ENHANCEDSTATUSCODES")
}

// message reads a message after its 354, and accepts it.
func (s *smtpSession) message() bool {
	if answer := s.server.answer(WithinData, ""); answer != "" {
		_, _ = s.in.ReadString('\n')
		return s.send(answer, "")
	}
	body, err := textproto.NewReader(s.in).ReadDotBytes()
	if err != nil {
		return false
	}
	s.mail.Data = string(body)
	answer := s.server.answer(AfterData, s.mail.Data)
	if answer == "" || answer == TakeAndCut {
		s.server.take(s.mail)
	}
	return s.send(answer, "250 taken")
}

// between returns the address of "FROM:<ann@example.com> BODY=8BITMIME".
func between(argument string) string {
	_, rest, _ := strings.Cut(argument, "<")
	address, _, _ := strings.Cut(rest, ">")
	return address
}

// ReadMail is a parsed message.
type ReadMail struct {
	mail.Header
	Subject    string // decoded
	Text, HTML string
}

// Read parses a message, and fails the test if it is invalid.
func (m Mail) Read(t testing.TB) ReadMail {
	t.Helper()
	read, err := m.Parse()
	if err != nil {
		t.Fatalf("%v in\n%s", err, m.Data)
	}
	return read
}

// Parse is Read for a test without a [testing.TB].
func (m Mail) Parse() (read ReadMail, err error) {
	message, err := mail.ReadMessage(strings.NewReader(m.Data))
	if err != nil {
		return read, err
	}
	read.Header = message.Header
	if read.Subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err != nil {
		return read, err
	}
	kind, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		return read, err
	}
	if kind == "text/plain" {
		read.Text, err = readText(quotedprintable.NewReader(message.Body))
		return read, err
	}
	parts := multipart.NewReader(message.Body, parameters["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return read, nil
		}
		if err != nil {
			return read, err
		}
		into := &read.Text
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			into = &read.HTML
		}
		if *into, err = readText(part); err != nil {
			return read, err
		}
	}
}

// readText reads a text and normalizes its line ends.
func readText(r io.Reader) (string, error) {
	text, err := io.ReadAll(r)
	return strings.TrimRight(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), err
}
