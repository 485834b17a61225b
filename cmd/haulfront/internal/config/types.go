package config

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/mail"
	"haulfront/cmd/haulfront/internal/selftest"
)

// The methods UnmarshalText of the types parse a setting. Their errors have the value, unless it may be secret, and
// what is wanted. The methods LogValue print a setting without what may be secret.

// unwanted is the error about a value.
func unwanted(value, want string) error { return fmt.Errorf("%q; want %s", value, want) }

// hidden stands for a value that may be secret.
const hidden = "…"

// ListenAddress is a host and a port to listen on; the host may be empty.
type ListenAddress string

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *ListenAddress) UnmarshalText(text []byte) error {
	*a = ListenAddress(text)
	_, port, err := net.SplitHostPort(string(text))
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return unwanted(string(text), "host:port, such as :8080")
	}
	return nil
}

// Dial returns the address at which a server on this machine that listens there can be reached.
func (a ListenAddress) Dial() string {
	host, port, err := net.SplitHostPort(string(a))
	if err != nil {
		return string(a)
	}
	if ip, err := netip.ParseAddr(host); host == "" || (err == nil && ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// URL is an absolute http or https address, nil for none.
type URL struct{ *url.URL }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (u *URL) UnmarshalText(text []byte) error {
	parsed, err := url.Parse(string(text))
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" {
		return unwanted(hidden, "an absolute http or https address") // never echo it: webhook URLs often embed a secret
	}
	u.URL = parsed
	return nil
}

// Parsed returns the address, nil for none.
func (u URL) Parsed() *url.URL { return u.URL }

// String returns the address, "" for none.
func (u URL) String() string {
	if u.URL == nil {
		return ""
	}
	return u.URL.String()
}

// LogValue implements [slog.LogValuer].
func (u URL) LogValue() slog.Value { return slog.StringValue(redact(u.String())) }

// redact hides the parts of an address that may be secret: user, password and query.
func redact(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return hidden
	}
	if u.User != nil {
		u.User = url.User(hidden)
	}
	if u.RawQuery != "" {
		u.RawQuery = hidden
	}
	return u.String()
}

// Prefix is an address to which paths are appended; it has no slash at its end.
type Prefix struct{ URL }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Prefix) UnmarshalText(text []byte) error {
	return p.URL.UnmarshalText(bytes.TrimRight(text, "/"))
}

// SiteURL is the address of a site, which has no path.
type SiteURL struct{ Prefix }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (u *SiteURL) UnmarshalText(text []byte) error {
	if err := u.Prefix.UnmarshalText(text); err != nil {
		return err
	}
	if u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return unwanted(string(text), "an address without a path, such as https://www.example.com")
	}
	return nil
}

// SecretURL is a URL of which only the host is not secret.
type SecretURL struct{ URL }

// LogValue implements [slog.LogValuer].
func (u SecretURL) LogValue() slog.Value {
	if u.Parsed() == nil {
		return slog.StringValue("none")
	}
	return slog.StringValue(u.Host)
}

// DatabaseURL is the address of the journal of leads.
type DatabaseURL string

// UnmarshalText implements [encoding.TextUnmarshaler].
func (u *DatabaseURL) UnmarshalText(text []byte) error {
	*u = DatabaseURL(text)
	scheme, rest, _ := strings.Cut(string(text), ":")
	if scheme == "sqlite" && rest != "" || strings.HasPrefix(rest, "//") &&
		(scheme == "postgres" || scheme == "postgresql") {
		return nil
	}
	return unwanted(redact(string(text)), "sqlite:PATH or postgres://…")
}

// LogValue implements [slog.LogValuer].
func (u DatabaseURL) LogValue() slog.Value { return slog.StringValue(redact(string(u))) }

// Secret is a value that is not printed.
type Secret string

// LogValue implements [slog.LogValuer].
func (s Secret) LogValue() slog.Value {
	if s == "" {
		return slog.StringValue("none")
	}
	return slog.StringValue("set")
}

// WebhookSecret is a secret of Standard Webhooks.
type WebhookSecret struct{ Secret }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *WebhookSecret) UnmarshalText(text []byte) error {
	s.Secret = Secret(text)
	if err := lead.CheckSecret(string(text)); err != nil {
		return fmt.Errorf("%q; %w", hidden, err)
	}
	return nil
}

// MailServer is an SMTP server, nil for none.
type MailServer struct{ *mail.Server }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (m *MailServer) UnmarshalText(text []byte) error {
	server, err := mail.ParseServer(string(text))
	if err != nil {
		return fmt.Errorf("%q; %w", hidden, err) // it usually has a password
	}
	m.Server = &server
	return nil
}

// LogValue implements [slog.LogValuer].
func (m MailServer) LogValue() slog.Value {
	if m.Server == nil {
		return slog.StringValue("none")
	}
	return slog.StringValue(m.Host())
}

// Addresses are e-mail addresses.
type Addresses []string

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Addresses) UnmarshalText(text []byte) (err error) {
	for _, address := range items(text) {
		if !mail.ValidAddress(address) {
			return unwanted(address, "addresses such as owner@example.com, separated by commas")
		}
		*a = append(*a, address)
	}
	if len(*a) == 0 {
		return unwanted(string(text), "at least one address such as owner@example.com")
	}
	return nil
}

// LogValue implements [slog.LogValuer]: the log has the number of addresses, since they are personal data.
func (a Addresses) LogValue() slog.Value { return slog.IntValue(len(a)) }

// items returns the items of a comma-separated list.
func items(text []byte) (list []string) {
	for item := range strings.SplitSeq(string(text), ",") {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list
}

// Networks are IP networks.
type Networks []netip.Prefix

// UnmarshalText implements [encoding.TextUnmarshaler]. An address is a network of one.
func (n *Networks) UnmarshalText(text []byte) error {
	for _, item := range items(text) {
		network, ok := parseNetwork(item)
		if !ok {
			return unwanted(item, "addresses or networks such as 10.0.0.0/8, separated by commas")
		}
		*n = append(*n, network)
	}
	return nil
}

// parseNetwork parses a network or an address. An IPv4-mapped IPv6 address becomes the IPv4 one; an IPv6 zone, which
// has a meaning on this machine alone, is dropped.
func parseNetwork(text string) (netip.Prefix, bool) {
	network, err := netip.ParsePrefix(text)
	if addr, addrErr := netip.ParseAddr(text); addrErr == nil {
		addr = addr.WithZone("")
		network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	const mappedBits = 96 // of ::ffff:0:0/96 (RFC 4291, section 2.5.5.2)
	if addr := network.Addr(); addr.Is4In6() && network.Bits() >= mappedBits {
		network = netip.PrefixFrom(addr.Unmap(), network.Bits()-mappedBits)
	}
	return network.Masked(), err == nil
}

// Domains are host names that a certificate may have.
type Domains []string

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *Domains) UnmarshalText(text []byte) error {
	for _, name := range items([]byte(strings.ToLower(string(text)))) {
		public := certmagic.SubjectQualifiesForPublicCert(name) && !certmagic.SubjectIsIP(name)
		if !public || strings.ContainsAny(name, "*:/") {
			return unwanted(name, "public names such as www.example.com, separated by commas")
		}
		*d = append(*d, name)
	}
	return nil
}

// OnOff is a switch.
type OnOff bool

// UnmarshalText implements [encoding.TextUnmarshaler].
func (o *OnOff) UnmarshalText(text []byte) error {
	*o = string(text) == "on"
	if !*o && string(text) != "off" {
		return unwanted(string(text), "on or off")
	}
	return nil
}

// Count is a number from 0.
type Count int

// UnmarshalText implements [encoding.TextUnmarshaler].
func (c *Count) UnmarshalText(text []byte) (err error) {
	*c, err = parseNumber[Count](text, 0)
	return err
}

// Positive is a number from 1.
type Positive int

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Positive) UnmarshalText(text []byte) (err error) {
	*p, err = parseNumber[Positive](text, 1)
	return err
}

func parseNumber[N ~int](text []byte, least int) (N, error) {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < least {
		return 0, unwanted(string(text), fmt.Sprintf("a whole number, %d or more", least))
	}
	return N(n), nil
}

// AlertDelay is a time of a minute or more, 0 for off.
type AlertDelay struct{ Age }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *AlertDelay) UnmarshalText(text []byte) (err error) {
	if string(text) == "off" {
		return nil
	}
	if d.Duration, err = time.ParseDuration(string(text)); err != nil || d.Duration < time.Minute {
		return unwanted(string(text), "off, or a duration of a minute or more, such as 15m or 2h")
	}
	return nil
}

// Retention is the age at which leads are deleted, 0 for off.
type Retention struct{ Age }

// UnmarshalText implements [encoding.TextUnmarshaler]. A day is the least, so that a typo does not empty the journal.
func (r *Retention) UnmarshalText(text []byte) error {
	if string(text) == "off" {
		return nil
	}
	if err := r.Age.UnmarshalText(text); err != nil || r.Duration < 24*time.Hour {
		return unwanted(string(text), "off, or an age of a day or more in days or hours, such as 540d or 720h")
	}
	return nil
}

// Age is a positive number of days, such as 90d, or a [time.Duration].
type Age struct{ time.Duration }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Age) UnmarshalText(text []byte) (err error) {
	if days, ok := strings.CutSuffix(string(text), "d"); ok {
		var n uint64
		n, err = strconv.ParseUint(days, 10, 15)
		a.Duration = time.Duration(n) * 24 * time.Hour
	} else {
		a.Duration, err = time.ParseDuration(string(text))
	}
	if err != nil || a.Duration <= 0 {
		return fmt.Errorf("want an age such as 90d or 36h, not %q", text)
	}
	return nil
}

// LogValue implements [slog.LogValuer].
func (a Age) LogValue() slog.Value { return slog.DurationValue(a.Duration) }

// TimeOfDay is a local time, nil for off.
type TimeOfDay struct{ *selftest.Daily }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *TimeOfDay) UnmarshalText(text []byte) error {
	if string(text) == "off" {
		return nil
	}
	t, err := time.Parse("15:04", string(text))
	if err != nil {
		return unwanted(string(text), "off, or a time of day such as 07:30")
	}
	d.Daily = &selftest.Daily{Hour: t.Hour(), Minute: t.Minute()}
	return nil
}

// LogValue implements [slog.LogValuer].
func (d TimeOfDay) LogValue() slog.Value { return slog.StringValue(d.String()) }

// EditorURL is the pattern of an address that opens a file in an editor, with {file}, {line} and {column}.
type EditorURL string

// UnmarshalText implements [encoding.TextUnmarshaler].
func (u *EditorURL) UnmarshalText(text []byte) error {
	*u = EditorURL(text)
	if !strings.Contains(string(text), "{file}") {
		return unwanted(string(text), "an address with {file}, such as vscode://file{file}:{line}:{column}")
	}
	return nil
}
