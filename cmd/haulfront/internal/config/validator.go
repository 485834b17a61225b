package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/selftest"

	"github.com/caddyserver/certmagic"
)

// validator parses settings and collects what is wrong with them.
type validator struct{ problems []error }

func (v *validator) add(problem error) { v.problems = append(v.problems, problem) }

// bad adds that the setting name has a value that it cannot have, and what it wants.
func (v *validator) bad(name, value, want string) {
	v.add(fmt.Errorf("%s is %q; want %s", name, value, want))
}

func (v *validator) listenAddress(name, value string) string {
	if _, port, err := net.SplitHostPort(value); err != nil || !isPort(port) {
		v.bad(name, value, "host:port, such as :8080")
	}
	return value
}

// CheckListenAddress returns an error if value is no host:port.
func CheckListenAddress(name, value string) error {
	var v validator
	v.listenAddress(name, value)
	return errors.Join(v.problems...)
}

// httpURL parses an absolute HTTP address; nothing is nil.
func (v *validator) httpURL(name, value string) *url.URL {
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		v.bad(name, "…", "an absolute http or https address") // never echo it: webhook URLs often embed a secret
		return nil
	}
	return u
}

func (v *validator) atLeast(least int, name, value string) int {
	n, err := strconv.Atoi(value)
	if err != nil || n < least {
		v.bad(name, value, fmt.Sprintf("a whole number, %d or more", least))
	}
	return n
}

func (v *validator) onOff(name, value string) bool {
	if value != "on" && value != "off" {
		v.bad(name, value, "on or off")
	}
	return value == "on"
}

// durationOrOff parses a duration that is at least least; off is 0.
func (v *validator) durationOrOff(least time.Duration, name, value string) time.Duration {
	if value == "off" {
		return 0
	}
	d, err := time.ParseDuration(value)
	if err != nil || d < least {
		v.bad(name, value, fmt.Sprintf("off, or a duration of %v or more, such as 15m or 2h", least))
	}
	return d
}

// minRetention is the shortest age at which leads are removed: a typo must not empty the journal.
const minRetention = 24 * time.Hour

// ageOrOff parses an age as leads purge --older-than has it; off is 0.
func (v *validator) ageOrOff(name, value string) time.Duration {
	if value == "off" {
		return 0
	}
	age, err := ParseAge(value)
	if err != nil || age < minRetention {
		v.bad(name, value, "off, or an age of a day or more in days or hours, such as 540d or 720h")
	}
	return age
}

// timeOfDayOrOff parses a time of day; off is nil.
func (v *validator) timeOfDayOrOff(name, value string) *selftest.Daily {
	if value == "off" {
		return nil
	}
	t, err := time.Parse("15:04", value)
	if err != nil {
		v.bad(name, value, "off, or a time of day such as 07:30")
	}
	return &selftest.Daily{Hour: t.Hour(), Minute: t.Minute()}
}

// networks parses a list of addresses and networks, separated by commas.
func (v *validator) networks(name, value string) (networks []netip.Prefix) {
	for item := range strings.SplitSeq(value, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		network, ok := parseNetwork(item)
		if !ok {
			v.bad(name, item, "addresses or networks such as 10.0.0.0/8, separated by commas")
		}
		networks = append(networks, network)
	}
	return networks
}

// domains parses a list of names that a certificate may have, separated by commas.
func (v *validator) domains(name, value string) (domains []string) {
	for item := range strings.SplitSeq(strings.ToLower(value), ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		if !certmagic.SubjectQualifiesForPublicCert(item) || certmagic.SubjectIsIP(item) || strings.ContainsAny(item, "*:/") {
			v.bad(name, item, "public names such as www.example.com, separated by commas")
		}
		domains = append(domains, item)
	}
	return domains
}

// parseNetwork parses a network, or an address as a network of one. An IPv4-mapped IPv6 address becomes the IPv4 one; an IPv6
// zone, which has a meaning on this machine alone, is dropped.
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

func isPort(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= 0 && n <= 65535
}

// ParseAge parses a number of days such as "90d", or a time.Duration. It must be positive: a typo must not empty the
// journal.
func ParseAge(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		var n uint64
		n, err = strconv.ParseUint(days, 10, 15)
		d = time.Duration(n) * 24 * time.Hour
	}
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("want an age such as 90d or 36h, not %q", text)
	}
	return d, nil
}
