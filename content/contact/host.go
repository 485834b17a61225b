package contact

import (
	"net/netip"
	"regexp"
	"strings"
)

// PublicHost reports whether a host may be a company's own: not this machine, a private network, or one of RFC 2606.
func PublicHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if address, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return address.IsGlobalUnicast() && !address.IsPrivate()
	}
	reserved := regexp.MustCompile(`(^|\.)(localhost|example|test|invalid|example\.(com|net|org))$`)
	return host != "" && !reserved.MatchString(host)
}
