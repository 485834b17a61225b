package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/leads/destinations"
	"haulfront/content/company"
	"haulfront/content/contact"
)

// parsers are the parsers of kinds, and of types without a kind; any text is good for other settings. Their errors have
// the value, unless it may be secret, and what is wanted.
var parsers = map[string]func(text string) (any, error){
	"*mail.Server":   parseMailServer,
	"*url.URL":       func(text string) (any, error) { return parseURL(text) },
	"[]netip.Prefix": parseNetworks,
	"bool":           parseSwitch,
	"int":            func(text string) (any, error) { return parseNumber(text, 0) },

	"age":      parseRetention,
	"database": parseDatabase,
	"delay":    parseDelay,
	"domains":  parseDomains,
	"editor":   parseEditor,
	"emails":   parseAddresses,
	"host":     func(text string) (any, error) { return parseURL(text) }, // the log has the host alone
	"listen":   func(text string) (any, error) { return text, checkListen(text) },
	"positive": func(text string) (any, error) { return parseNumber(text, 1) },
	"prefix":   func(text string) (any, error) { return parseURL(strings.TrimRight(text, "/")) },
	"site":     parseSite,
	"users":    func(text string) (any, error) { return ParseUsers(text) },
	"whsec":    parseWebhookSecret,
}

// unwanted is the error about a value.
func unwanted(value, want string) error { return fmt.Errorf("%q; want %s", value, want) }

// hidden stands for a value that may be secret.
const hidden = "…"

func checkListen(text string) error {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return unwanted(text, "host:port, such as :8080")
	}
	return nil
}

func parseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		// Never echo it: webhook URLs often embed a secret.
		return nil, unwanted(hidden, "an absolute http or https address")
	}
	return u, nil
}

func parseSite(text string) (any, error) {
	u, err := company.ParseSite(text)
	if err != nil {
		return nil, unwanted(redact(text), err.Error())
	}
	return u, nil
}

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

func parseDatabase(text string) (any, error) {
	scheme, rest, _ := strings.Cut(text, ":")
	server := (scheme == "postgres" || scheme == "postgresql") && strings.HasPrefix(rest, "//")
	if !server && (scheme != "sqlite" || rest == "") {
		return nil, unwanted(redact(text), "sqlite:PATH or postgres://…")
	}
	return text, nil
}

func parseWebhookSecret(text string) (any, error) {
	if _, err := destinations.ParseSecret(text); err != nil {
		return nil, fmt.Errorf("%q; %w", hidden, err)
	}
	return text, nil
}

func parseMailServer(text string) (any, error) {
	server, err := mail.ParseServer(text)
	if err != nil {
		return nil, fmt.Errorf("%q; %w", hidden, err) // it usually has a password
	}
	return &server, nil
}

func parseAddresses(text string) (any, error) {
	list, err := parseList(text, "addresses such as owner@example.com", func(address string) (string, bool) {
		return contact.CleanEmail(address), contact.Mailbox(address) != ""
	})
	if err == nil && len(list) == 0 {
		err = unwanted(text, "at least one address such as owner@example.com")
	}
	return list, err
}

// ParseUsers parses OFFICE_USERS: addresses, each optionally with a name before it, "Ann <ann@example.com>".
func ParseUsers(text string) ([]mail.Address, error) {
	const want = "addresses such as ann@example.com or Ann <ann@example.com>"
	list, err := parseList(text, want, func(item string) (mail.Address, bool) {
		name, address, named := strings.Cut(strings.TrimSuffix(item, ">"), "<")
		if !named {
			name, address = "", name
		}
		user := mail.Address{Name: strings.Trim(name, ` "`), Email: contact.CleanEmail(address)}
		return user, contact.Mailbox(user.Email) != ""
	})
	if err == nil && len(list) == 0 {
		err = unwanted(text, "at least one address such as ann@example.com")
	}
	return list, err
}

// parseList parses a comma-separated list of what is wanted.
func parseList[T any](text, want string, parse func(item string) (T, bool)) (list []T, err error) {
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		value, ok := parse(item)
		if !ok {
			return nil, unwanted(item, want+", separated by commas")
		}
		list = append(list, value)
	}
	return list, nil
}

func parseNetworks(text string) (any, error) {
	return parseList(text, "addresses or networks such as 10.0.0.0/8", parseNetwork)
}

// parseNetwork parses a network or an address, which is a network of one. An IPv4-mapped IPv6 address becomes the IPv4
// one; an IPv6 zone, which has a meaning on this machine alone, is dropped.
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

func parseDomains(text string) (any, error) {
	return parseList(strings.ToLower(text), "public names such as www.example.com", func(name string) (string, bool) {
		public := certmagic.SubjectQualifiesForPublicCert(name) && !certmagic.SubjectIsIP(name)
		return name, public && !strings.ContainsAny(name, "*:/")
	})
}

func parseSwitch(text string) (any, error) {
	if text != "on" && text != "off" {
		return nil, unwanted(text, "on or off")
	}
	return text == "on", nil
}

func parseNumber(text string, least int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		return 0, unwanted(text, fmt.Sprintf("a whole number, %d or more", least))
	}
	return n, nil
}

func parseDelay(text string) (any, error) {
	if text == "off" {
		return time.Duration(0), nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < time.Minute {
		return nil, unwanted(text, "off, or a duration of a minute or more, such as 15m or 2h")
	}
	return d, nil
}

// parseRetention parses an age of at least a day, so that a typo does not empty the journal.
func parseRetention(text string) (any, error) {
	if text == "off" {
		return time.Duration(0), nil
	}
	var age Age
	if err := age.UnmarshalText([]byte(text)); err != nil || age.Duration < 24*time.Hour {
		return nil, unwanted(text, "off, or an age of a day or more in days or hours, such as 540d or 720h")
	}
	return age.Duration, nil
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

func parseEditor(text string) (any, error) {
	if !strings.Contains(text, "{file}") {
		return nil, unwanted(text, "an address with {file}, such as vscode://file{file}:{line}:{column}")
	}
	return text, nil
}
