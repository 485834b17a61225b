// Package destinations sends leads to other systems: the lead webhook, field service software, and any receiver of
// JSON.
//
// A [Destination] is one configured system. Its body is made and frozen when the lead is received, and is sent outside
// of the visitor's wait, as often as the outbox (package outbox) asks for. Each system is one file with its settings
// and the documentation that its requests follow. To add one, write such a file and a test, and add a line to
// [Settings] and its method systems.
//
// These systems have no idempotency keys, so an attempt that may have been executed must not be repeated automatically:
// see [outbound.Error]. A [Webhook] has: its first attempt is made while the visitor waits, and it is always repeated.
//
// Errors never contain an address, a token or a header. Both types are safe for concurrent use.
package destinations

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
)

const (
	// sendLimit bounds one attempt, from dial to the end of the answer.
	sendLimit = 12 * time.Second
	// maxReason is how much of an answer is kept as the reason of a failure, in characters.
	maxReason = 300
)

// Settings are the settings of all destinations, as the command line reads them. A destination without settings is not
// used.
type Settings struct {
	Workiz
	HousecallPro
	Template
}

// A system is the settings of one destination.
type system interface {
	name() string
	// open returns the destination, nil if it is not configured, or an error about its settings.
	open() (*Destination, error)
}

func (s Settings) systems() []system { return []system{s.Workiz, s.HousecallPro, s.Template} }

// Open returns the configured destinations, or an error that names every bad setting and its accepted values.
func (s Settings) Open() ([]*Destination, error) {
	var list []*Destination
	var problems []error
	for _, system := range s.systems() {
		d, err := system.open()
		if err != nil {
			problems = append(problems, err)
		} else if d != nil {
			list = append(list, d)
		}
	}
	return list, errors.Join(problems...)
}

// Names returns the names of all destinations, configured or not.
func Names() (names []string) {
	for _, system := range (Settings{}).systems() {
		names = append(names, system.name())
	}
	return names
}

// Hosts returns the names of destinations and the hosts that they send to, for logs: an address may have a secret.
func Hosts(list []*Destination) []string {
	hosts := make([]string, len(list))
	for i, d := range list {
		hosts[i] = d.Name + " at " + d.url.Host
	}
	return hosts
}

// A Destination is one system that leads are sent to.
type Destination struct {
	// Name identifies it in the journal, in lists and in metrics, such as "workiz".
	Name string
	// Body returns the bytes to be sent for a lead.
	Body func(journal.Lead) []byte

	url    *url.URL
	header http.Header
	// refusal returns why an answer with status 2xx is a failure nevertheless, or "". Nil: it never is.
	refusal func(answer []byte) string
	http    *http.Client
}

// newDestination returns a destination whose requests are posts of JSON to an address.
func newDestination(name string, address *url.URL, body func(journal.Lead) []byte) *Destination {
	return &Destination{Name: name, Body: body, url: address, header: http.Header{"Accept": {"application/json"}},
		http: outbound.NewClient(sendLimit)}
}

// Send makes one attempt to deliver a lead, and returns the status of the answer, 0 without one. An error is an
// [*outbound.Error].
func (d *Destination) Send(ctx context.Context, id string, body []byte) (status int, err error) {
	all := d.header.Clone()
	all.Set("Idempotency-Key", id)
	res, answer, failure := outbound.Call(ctx, d.http, http.MethodPost, d.url.String(), body, all)
	switch {
	case res == nil:
		failure.Err = fmt.Errorf("no answer: %w", failure.Err)
		return 0, failure
	case failure != nil:
		failure.Class, failure.Reason = classify(res.StatusCode), reason(answer)
		return res.StatusCode, failure
	case d.refusal != nil:
		if why := d.refusal(answer); why != "" {
			return res.StatusCode, &outbound.Error{Class: outbound.Permanent, Status: res.StatusCode,
				Header: res.Header, Reason: reason([]byte(why)),
				Err: fmt.Errorf("refused the lead with status %d", res.StatusCode)}
		}
	}
	return res.StatusCode, nil
}

// classify returns what a status other than 2xx means (RFC 9110, section 15). A gateway that lost its server, or gave
// up on it, cannot say whether the request was executed: 502 and 504, and 520 and 524 of Cloudflare
// (https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/).
func classify(status int) outbound.Class {
	switch {
	case status == http.StatusBadGateway, status == http.StatusGatewayTimeout, status == 520, status == 524:
		return outbound.Unknown
	case status == http.StatusRequestTimeout, status == http.StatusTooEarly, status == http.StatusTooManyRequests,
		status >= 500:
		return outbound.Temporary
	}
	return outbound.Permanent
}

// reason returns the beginning of an answer as one line.
func reason(answer []byte) string {
	line := quote.CleanLine(strings.Join(strings.Fields(string(answer)), " "))
	if utf8.RuneCountInString(line) > maxReason {
		line = string([]rune(line)[:maxReason]) + "…"
	}
	return line
}

// marshal encodes a body. It does not escape <, > and &: the systems read JSON, not HTML.
func marshal(body any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(body); err != nil {
		panic("destinations: encode strings: " + err.Error())
	}
	return bytes.TrimSpace(b.Bytes())
}

// address parses the base address of a system.
func address(setting, value string) (*url.URL, error) {
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("%s is %q; want an absolute http or https address", setting, "…")
	}
	return u, nil
}

// token returns an error that names a setting whose value cannot stand in a path or a header, without repeating it.
func token(setting, value string) error {
	if strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return fmt.Errorf("%s is %q; want letters, digits and signs without spaces", setting, "…")
	}
	return nil
}

// splitName returns the first word of a name, and the rest.
func splitName(name string) (first, last string) {
	first, last, _ = strings.Cut(strings.TrimSpace(name), " ")
	return first, strings.TrimSpace(last)
}

// notes returns everything that the visitor sent, as text. The other members of a body have only the parts that the
// system knows, in the format that it accepts; nothing may be lost on the way.
func notes(l journal.Lead) string {
	var b strings.Builder
	message := ""
	for _, f := range quote.Recorded() {
		value := f.Text(&l.Request)
		switch {
		case value == "", f.Hidden:
		case f.Multiline:
			message += "\n" + value + "\n"
		default:
			fmt.Fprintf(&b, "%s: %s\n", label(f.Name), value)
		}
	}
	return b.String() + message + fmt.Sprintf("\n%s, %s", l.Source, l.Page)
}

// label returns a field's name as words: "Service timeframe" of serviceTimeframe.
func label(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case i == 0:
			r = unicode.ToUpper(r)
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
