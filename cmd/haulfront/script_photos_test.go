package main

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
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/testkit/program"
)

// scriptPhotos are the files that scripts upload.
var scriptPhotos = map[string]func() []byte{
	"large": func() []byte { return scriptJPEG(3200, 2400, "") },
	"small": func() []byte { return scriptJPEG(40, 30, "") },
	// A JPEG with the place where it was taken, and a page after it.
	"polyglot": func() []byte {
		return append(scriptJPEG(40, 30, "GPSLatitude 32.7767"), "<script>alert(1)</script>"...)
	},
	"damaged": func() []byte { return scriptJPEG(400, 300, "")[:1_000] },
	"heic":    func() []byte { return []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00") },
	"text":    func() []byte { return []byte("a list of things") },
	"empty":   func() []byte { return nil },
	// A PNG that says it has 2,500 megapixels.
	"bomb": func() []byte {
		header := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\xc3\x50\x00\x00\xc3\x50\x08\x06\x00\x00\x00")
		return binary.BigEndian.AppendUint32(header, crc32.ChecksumIEEE(header[12:]))
	},
	"26MB": func() []byte { return make([]byte, 26<<20) },
}

func scriptJPEG(w, h int, comment string) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio420), nil); err != nil {
		panic(err) // of a size that is none
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
		if link, err := url.Parse(strings.TrimSpace(line)); err == nil && strings.HasPrefix(link.Path, "/photos/") && link.IsAbs() {
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
