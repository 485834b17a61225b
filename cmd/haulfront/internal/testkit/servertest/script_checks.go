package servertest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"image"
	"image/jpeg"
	"mime/multipart"
	"net/http"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

func (p *script) wantStatus(_ bool, args []string) {
	if got := strconv.Itoa(p.answer.StatusCode); got != args[0] {
		p.Fatalf("the status is %s, want %s; the body is\n%s", got, args[0], testkit.Shorten(p.body))
	}
}

func (p *script) wantHeader(negated bool, args []string) { p.match(p.answer.Header, negated, args) }

// match checks a header: that it is there, and that it matches a pattern if there is one.
func (p *script) match(header http.Header, negated bool, args []string) {
	values := header.Values(args[0])
	got := len(values) > 0
	if len(args) > 1 {
		got = got && p.pattern(args[1]).MatchString(strings.Join(values, "\n"))
	}
	if got == negated {
		p.Fatalf("%s is %q", args[0], values)
	}
}

func (p *script) wantBody(negated bool, args []string) {
	if p.pattern(args[0]).Match(p.body) == negated {
		p.Fatalf("the body is\n%s", testkit.Shorten(p.body))
	}
}

func (p *script) wantJSON(_ bool, args []string) {
	var got, want any
	p.Check(json.Unmarshal([]byte(program.Fill(p.ReadFile(args[0]), false)), &want))
	if err := json.Unmarshal(p.body, &got); err != nil || !reflect.DeepEqual(got, want) {
		p.Fatalf("the body is\n%s", p.body)
	}
}

func (p *script) wantSame(_ bool, args []string) {
	want, got := program.WithoutReferences(p.ReadFile(args[0])), program.WithoutReferences(string(p.body))
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	if want != got {
		p.Fatalf("the body differs from %s at byte %d: %.80q, want %.80q", args[0], at, got[at:], want[at:])
	}
}

func (p *script) remember(_ bool, args []string) {
	text, pattern := p.body, args[2]
	if args[1] == "header" {
		text, pattern = []byte(p.answer.Header.Get(args[2])), `(?s)(.*)`
		if len(args) > 3 {
			pattern = args[3]
		}
	}
	found := p.pattern(pattern).FindSubmatch(text)
	if len(found) < 2 {
		p.Fatalf("there is no such group in:\n%s", testkit.Shorten(text))
	}
	p.Setenv(args[0], string(found[1]))
}

func (p *script) wantSent(_ bool, args []string) {
	if args[0] == "nothing" {
		for _, c := range p.Calls.All()[p.callsAt:] {
			p.Fatalf("sent to the %s: %s", c.Receiver, c.Body)
		}
		return
	}
	p.takeCall(args[0])
	if want := strings.TrimSpace(program.Fill(p.ReadFile(args[1]), false)); p.sent.Body != want {
		p.Fatalf("sent to the %s: %s\nwant: %s", p.sent.Receiver, p.sent.Body, want)
	}
}

// takeCall waits for the next call that leaves the program, which has to be for a receiver.
func (p *script) takeCall(receiver string) {
	if !testkit.Await(p.Calls.Next, func() bool { return len(p.Calls.All()) > p.callsAt }) {
		p.Fatalf("nothing was sent")
	}
	p.sent = p.Calls.All()[p.callsAt]
	p.callsAt++
	if p.sent.Receiver != receiver {
		p.Fatalf("sent to the %s: %s\nwant something to the %s", p.sent.Receiver, p.sent.Body, receiver)
	}
}

func (p *script) wantCarrying(negated bool, args []string) { p.match(p.sent.Header, negated, args) }

func (p *script) wantLeads(_ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	p.Check(err)
	query := `SELECT COUNT(*) FROM leads`
	var bound []any
	for i, kind := range []string{"webhook", "email"} {
		if len(args) <= i+1 {
			break
		}
		query += map[bool]string{true: " WHERE", false: " AND"}[i == 0] +
			` EXISTS (SELECT 1 FROM deliveries WHERE lead_id = id AND kind = ? AND status = ?)`
		bound = append(bound, kind, args[i+1])
	}
	var got int
	p.Check(p.journal.QueryRow(query, bound...).Scan(&got))
	if got != want {
		p.Fatalf("the journal has %d leads such as %v, want %d", got, args[1:], want)
	}
}

func (p *script) wantLog(negated bool, args []string) {
	pattern := p.pattern(args[0])
	there := func() bool { return pattern.MatchString(p.Log.String()[p.logAt:]) }
	if negated {
		if there() {
			p.Fatalf("the log has such a line")
		}
		return
	}
	if !testkit.Await(p.Log.Next, there) {
		p.Fatalf("the log has no such line")
	}
}

// pattern compiles a pattern in which ^ and $ stand for the ends of a line.
func (p *script) pattern(text string) *regexp.Regexp {
	re, err := regexp.Compile("(?m)" + program.Fill(text, true))
	p.Check(err)
	return re
}

// scriptPhotos are the files that scripts upload.
var scriptPhotos = map[string]func() []byte{
	"large": func() []byte { return JPEG(3200, 2400, "") },
	"small": func() []byte { return JPEG(40, 30, "") },
	// A JPEG with the place where it was taken, and a page after it.
	"polyglot": func() []byte {
		return append(JPEG(40, 30, "GPSLatitude 32.7767"), "<script>alert(1)</script>"...)
	},
	"damaged": func() []byte { return JPEG(400, 300, "")[:1_000] },
	"heic":    func() []byte { return []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00") },
	"text":    func() []byte { return []byte("a list of things") },
	"empty":   func() []byte { return nil }, // without a name: no file was chosen
	"nothing": func() []byte { return nil },
	// A PNG that says it has 2,500 megapixels.
	"bomb": func() []byte {
		header := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\xc3\x50\x00\x00\xc3\x50\x08\x06\x00\x00\x00")
		return binary.BigEndian.AppendUint32(header, crc32.ChecksumIEEE(header[12:]))
	},
	"26MB": func() []byte { return make([]byte, 26<<20) },
}

// JPEG returns a JPEG of a size in pixels, with a comment unless that is empty.
func JPEG(w, h int, comment string) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio420), nil); err != nil {
		panic(err) // an invalid size
	}
	data := out.Bytes()
	if comment == "" {
		return data
	}
	segment := append(binary.BigEndian.AppendUint16([]byte{0xff, 0xfe}, uint16(len(comment)+2)), comment...)
	return bytes.Join([][]byte{data[:2], segment, data[2:]}, nil)
}

// upload is post with files: photos=@KIND is one of scriptPhotos, and "cut" ends the form in its last file.
func (p *script) upload(_ bool, args []string) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	cut := 0
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(program.Fill(arg, false), "=")
		kind, file := strings.CutPrefix(value, "@")
		switch {
		case arg == "cut":
			cut = body.Len() - 100
		case !file:
			p.Check(w.WriteField(name, value))
			if (name == "phone" || name == "email") && value != "" {
				p.secrets = append(p.secrets, value)
			}
		default:
			fileName := kind + ".jpg"
			if kind == "empty" {
				fileName = ""
			}
			part, err := w.CreateFormFile(name, fileName)
			p.Check(err)
			_, err = part.Write(scriptPhotos[kind]())
			p.Check(err)
		}
	}
	p.Check(w.Close())
	if cut > 0 {
		body.Truncate(cut)
	}
	p.header.Set("Content-Type", w.FormDataContentType())
	p.ask(http.MethodPost, args[0], body.String())
}

// wantLinks checks how many links to photographs the next call to a receiver has in its message, and keeps the path of
// the first.
func (p *script) wantLinks(_ bool, args []string) {
	p.takeCall(args[0])
	var body struct {
		Message string `json:"message"`
	}
	p.Check(json.Unmarshal([]byte(p.sent.Body), &body))
	var links []*url.URL
	for line := range strings.Lines(body.Message) {
		if link, err := url.Parse(strings.TrimSpace(line)); err == nil && strings.HasPrefix(link.Path, "/photos/") &&
			link.IsAbs() {
			links = append(links, link)
		}
	}
	if want, err := strconv.Atoi(args[1]); err != nil || len(links) != want {
		p.Fatalf("the message has %d links, want %s:\n%s", len(links), args[1], body.Message)
	}
	if len(args) > 2 {
		p.Setenv(args[2], links[0].RequestURI())
	}
}

// wantPhotos checks how many photographs the journal's leads have, and that no file of an upload is left.
func (p *script) wantPhotos(_ bool, args []string) {
	var got int
	p.Check(p.journal.QueryRow(`SELECT COUNT(p.data) FROM photos p JOIN leads l ON l.id = p.lead_id`).Scan(&got))
	if fmt.Sprint(got) != args[0] {
		p.Fatalf("the leads have %d photographs, want %s", got, args[0])
	}
	folder := filepath.Dir(strings.TrimPrefix(p.Database, "sqlite:"))
	if left, err := filepath.Glob(filepath.Join(folder, ".upload-*")); err != nil || len(left) > 0 {
		p.Fatalf("%v are left of uploads, %v", left, err)
	}
}
