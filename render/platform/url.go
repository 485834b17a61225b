package platform

import (
	"encoding/hex"
	neturl "net/url"
	"strings"

	"github.com/nlnwa/whatwg-url/url"
)

// urlParts read and write the parts of a URL, by their names in JavaScript.
var urlParts = map[string]struct {
	get func(*url.Url) string
	set func(*url.Url, string)
}{
	"protocol": {(*url.Url).Protocol, (*url.Url).SetProtocol},
	"username": {(*url.Url).Username, (*url.Url).SetUsername},
	"password": {(*url.Url).Password, (*url.Url).SetPassword},
	"host":     {(*url.Url).Host, (*url.Url).SetHost},
	"hostname": {(*url.Url).Hostname, (*url.Url).SetHostname},
	"port":     {(*url.Url).Port, (*url.Url).SetPort},
	"pathname": {(*url.Url).Pathname, (*url.Url).SetPathname},
	"search":   {(*url.Url).Search, (*url.Url).SetSearch},
	"hash":     {(*url.Url).Hash, (*url.Url).SetHash},
	"href":     {(*url.Url).String, nil},
	"origin":   {origin, nil},
}

// origin is that of https://url.spec.whatwg.org/#concept-url-origin.
func origin(u *url.Url) string {
	switch u.Scheme() {
	case "http", "https", "ws", "wss", "ftp":
		return u.Protocol() + "//" + u.Host()
	case "blob":
		if inner, err := url.Parse(u.Pathname()); err == nil && strings.HasPrefix(inner.Scheme(), "http") {
			return origin(inner)
		}
	}
	return "null"
}

// parseURL returns functions that read and write the parts of a URL, and fails if it is invalid. A relative URL is
// resolved against base, if there is one.
func parseURL(text string, base ...string) (parts map[string]any, err error) {
	var parsed *url.Url
	if len(base) == 0 {
		parsed, err = url.Parse(text)
	} else {
		parsed, err = url.ParseRef(base[0], text)
	}
	return map[string]any{
		"get": func(part string) string { return urlParts[part].get(parsed) },
		"set": func(part, value string) error {
			if part != "href" {
				urlParts[part].set(parsed, value)
				return nil
			}
			changed, err := url.Parse(value)
			if err == nil {
				parsed = changed
			}
			return err
		},
	}, err
}

// parseForm returns the pairs of names and values of a query, see
// https://url.spec.whatwg.org/#concept-urlencoded-parser.
func parseForm(query string) (pairs [][]string) {
	for part := range strings.SplitSeq(query, "&") {
		if part != "" {
			name, value, _ := strings.Cut(part, "=")
			pairs = append(pairs, []string{unescapeForm(name), unescapeForm(value)})
		}
	}
	return pairs
}

func unescapeForm(text string) string {
	var data []byte
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '+':
			data = append(data, ' ')
		case text[i] == '%' && i+2 < len(text):
			if decoded, err := hex.DecodeString(text[i+1 : i+3]); err == nil {
				data = append(data, decoded...)
				i += 2
				continue
			}
			fallthrough
		default:
			data = append(data, text[i])
		}
	}
	return decodeUTF8(data)
}

// formEscapes are the differences between Go's and the browsers' encoding of a form, see
// https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set.
var formEscapes = strings.NewReplacer("%2A", "*", "~", "%7E")

func formatForm(pairs [][]string) string {
	parts := make([]string, len(pairs))
	for i, pair := range pairs {
		parts[i] = formEscapes.Replace(neturl.QueryEscape(pair[0]) + "=" + neturl.QueryEscape(pair[1]))
	}
	return strings.Join(parts, "&")
}
