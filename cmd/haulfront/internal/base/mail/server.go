package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"haulfront/content/contact"
)

// A Server is a mail server and how to log in to it. It is made by [ParseServer].
type Server struct {
	host           string
	port           int
	user, password string
	from           string // replaces the author's address
	implicitTLS    bool   // from the first byte on
	requireTLS     bool   // and verify the certificate
	tls            *tls.Config
}

// wantServer is the format that ParseServer accepts. Its errors never echo the value, which may contain a password.
const wantServer = "smtp://user:password@host:port or smtps://user:password@host:port, " +
	"with ?tls=required or ?tls=opportunistic, and ?from=address, where they are needed"

// ParseServer parses the address of a mail server. smtps:// speaks TLS from the first byte on. smtp:// changes to TLS
// with STARTTLS: tls=required demands it, with a certificate that is valid for the host, and is the default where there
// is a password; tls=opportunistic does so where the server offers it, with any certificate, since an attacker who
// could forge that could also remove the offer (RFC 7435, section 3), and is the default otherwise. from is the
// sender's address for a server that does not take the company's own.
func ParseServer(address string) (Server, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Path != "" && u.Path != "/") || u.Fragment != "" {
		return Server{}, errors.New("want " + wantServer)
	}
	s := Server{host: u.Hostname(), user: u.User.Username()}
	s.password, _ = u.User.Password()
	if (s.user == "") != (s.password == "") {
		return Server{}, errors.New("want both a user and a password, or neither, each percent-encoded")
	}
	switch u.Scheme { // the ports of message submission: RFC 6409, section 3.1, and RFC 8314, section 3.3
	case "smtp":
		s.port, s.requireTLS = 587, s.password != ""
	case "smtps":
		s.port, s.implicitTLS, s.requireTLS = 465, true, true
	default:
		return Server{}, errors.New("want " + wantServer)
	}
	if u.Port() != "" {
		if s.port, err = strconv.Atoi(u.Port()); err != nil || s.port < 1 || s.port > 65535 {
			return Server{}, errors.New("want a port between 1 and 65535")
		}
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Server{}, errors.New("want " + wantServer)
	}
	for name, values := range query {
		switch value := values[0]; {
		case name == "tls" && value == "required":
			s.requireTLS = true
		case name == "tls" && value == "opportunistic" && !s.implicitTLS:
			s.requireTLS = false
		case name == "from" && contact.Mailbox(value) != "":
			s.from = value
		default:
			return Server{}, errors.New("want " + wantServer)
		}
	}
	// In the opportunistic mode the certificate proves nothing.
	s.tls = &tls.Config{
		ServerName: s.host, MinVersion: tls.VersionTLS12, InsecureSkipVerify: !s.requireTLS, //nolint:gosec
	}
	return s, nil
}

// Host returns the server's host and port, for logs.
func (s Server) Host() string { return net.JoinHostPort(s.host, strconv.Itoa(s.port)) }

// dial connects to the server.
func (s Server) dial(ctx context.Context) (net.Conn, error) {
	if s.implicitTLS {
		return (&tls.Dialer{Config: s.tls}).DialContext(ctx, "tcp", s.Host())
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", s.Host())
}

// ownName returns how this machine introduces itself: a name with a domain, or its address (RFC 5321, section 4.1.4).
// Servers reject a bare host name.
func ownName(conn net.Conn) string {
	if name, err := os.Hostname(); err == nil && strings.Contains(name, ".") {
		return name
	}
	address, err := netip.ParseAddrPort(conn.LocalAddr().String())
	switch {
	case err != nil:
		return "localhost"
	case address.Addr().Unmap().Is4():
		return "[" + address.Addr().Unmap().String() + "]"
	}
	return "[IPv6:" + address.Addr().WithZone("").String() + "]"
}

// greet speaks to the server, up to the login, on a connection that the caller closes: by itself the library leaves a
// connection open whose login failed, and has no way to interrupt one that hangs.
func (s Server) greet(ctx context.Context, conn net.Conn, timeout time.Duration) (*smtp.Client, error) {
	policy := gomail.TLSOpportunistic
	if s.requireTLS && !s.implicitTLS {
		policy = gomail.TLSMandatory
	}
	options := []gomail.Option{
		gomail.WithPort(s.port), gomail.WithTimeout(timeout), gomail.WithHELO(ownName(conn)),
		gomail.WithTLSPolicy(policy), gomail.WithTLSConfig(s.tls),
		// All addresses are ASCII. A server that is asked for SMTPUTF8 returns the mail where the next server has none
		// (RFC 6531, section 3.6).
		gomail.WithoutSMTPUTF8(),
		gomail.WithDialContextFunc(func(context.Context, string, string) (net.Conn, error) { return conn, nil }),
	}
	if s.user != "" {
		// Over a connection without TLS the library sends a password in plain text to this machine alone.
		options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthSCRAMSHA1,
				gomail.SMTPAuthPlain, gomail.SMTPAuthLogin, gomail.SMTPAuthCramMD5))
	}
	client, err := gomail.NewClient(s.host, options...)
	if err != nil {
		return nil, err
	}
	return client.DialToSMTPClientWithContext(ctx)
}
