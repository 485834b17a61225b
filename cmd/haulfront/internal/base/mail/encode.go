package mail

import (
	"bytes"
	"errors"
	"fmt"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"haulfront/content/contact"
)

const (
	// maxSubject and maxField bound the texts of the header, in characters: a line of more than 998 bytes is refused
	// (RFC 5322, section 2.1.1), and nobody reads more.
	maxSubject = 150
	maxField   = 200
	// maxReply is the length in characters to which a server's reply is truncated.
	maxReply = 300
)

var (
	messageID   = regexp.MustCompile(`^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$`)
	fieldName   = regexp.MustCompile(`^[A-Za-z0-9-]+$`)
	addressLike = regexp.MustCompile(`\S+@\S+`)
)

// encode returns the message as it is sent: header, text and HTML.
func (m Message) encode(from Address, now time.Time) ([]byte, error) {
	switch {
	case from.Email == "":
		return nil, errors.New("mail cannot be sent from the sender's address")
	case len(m.To) == 0, slices.Contains(m.To, ""):
		return nil, errors.New("mail cannot be sent to the recipient's address")
	case !messageID.MatchString(m.MessageID):
		return nil, fmt.Errorf("the Message-ID %q has other characters than letters, digits, . and -", m.MessageID)
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(&netmail.Address{Name: truncate(line(from.Name), maxField), Address: from.Email})
	var to []*netmail.Address
	for _, address := range m.To {
		to = append(to, &netmail.Address{Address: address})
	}
	msg.ToMailAddress(to...)
	if address := contact.Mailbox(m.ReplyTo); address != "" {
		msg.ReplyToMailAddress(&netmail.Address{Address: address})
	}
	msg.Subject(truncate(line(m.Subject), maxSubject))
	msg.SetDateWithValue(now)
	_, domain, _ := strings.Cut(from.Email, "@")
	msg.SetMessageIDWithValue(m.MessageID + "@" + domain)
	if m.Automatic != "" {
		msg.SetGenHeader("Auto-Submitted", m.Automatic)
	}
	for name, value := range m.Header {
		if !fieldName.MatchString(name) {
			return nil, fmt.Errorf("the header has a field %q", name)
		}
		msg.SetGenHeader(gomail.Header(name), truncate(line(value), maxField))
	}
	msg.SetBodyString(gomail.TypeTextPlain, lines(m.Text))
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, lines(m.HTML))
	}
	if m.Mark != nil {
		err := msg.EmbedReader("mark.png", bytes.NewReader(m.Mark), gomail.WithFileContentType("image/png"),
			gomail.WithFileContentID(MarkID))
		if err != nil {
			return nil, fmt.Errorf("embed the mark: %w", err)
		}
	}
	if m.Calendar != nil {
		_, method, _ := bytes.Cut(m.Calendar, []byte("\r\nMETHOD:")) // the part has the same (RFC 6047, section 2.4)
		method, _, _ = bytes.Cut(method, []byte("\r\n"))
		kind := gomail.ContentType("text/calendar; charset=utf-8; method=" + string(method))
		err := msg.AttachReader("job.ics", bytes.NewReader(m.Calendar), gomail.WithFileContentType(kind))
		if err != nil {
			return nil, fmt.Errorf("attach the calendar: %w", err)
		}
	}
	var out bytes.Buffer
	if _, err := msg.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("encode the message: %w", err)
	}
	return out.Bytes(), nil
}

// line returns a text as a single line of a header. "=?" would be decoded by the receiver (RFC 2047, section 2), and
// the library encodes only unprintable text.
func line(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "=?", "= ?")
}

// lines returns a body without control characters but line breaks and tabs.
func lines(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}

// truncate returns the first max characters of a text.
func truncate(text string, max int) string {
	if runes := []rune(text); len(runes) > max {
		return string(runes[:max-1]) + "…"
	}
	return text
}
