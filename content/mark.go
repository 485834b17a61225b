package content

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"haulfront/content/load"
)

// The files of the company's mark: without its ground, and square with a ground of its own.
const (
	LogoFile = "logo.svg"
	IconFile = "icon.svg"
)

// maxMark bounds a file of the mark: it is in the files of every page, and in every mail.
const maxMark = 64 << 10

// Mark is the company's mark as its folder has it.
type Mark struct {
	// Logo and Icon are the SVG documents of LogoFile and IconFile; nil for none.
	Logo, Icon []byte
	// Initials stand for the mark if there is neither.
	Initials string
	// BuiltIn means that the company is the program's own, whose mark components and assets draw.
	BuiltIn bool
}

func (s *Site) readMark(d *load.Decoder) {
	m := &s.Mark
	m.Logo, m.Icon = readSVG(d, LogoFile), readSVG(d, IconFile)
	m.BuiltIn = m.Logo == nil && m.Icon == nil && !d.Other
	for _, word := range strings.Fields(s.Business.ShortName) {
		if first := []rune(word)[0]; len(m.Initials) < 2 && (unicode.IsLetter(first) || unicode.IsDigit(first)) {
			m.Initials += string(unicode.ToUpper(first))
		}
	}
}

// foreign matches what loads another file: an address in an attribute or a style, but for a part of the same document.
var foreign = regexp.MustCompile(`(?i)url\(\s*["']?[^#"'\s]|@import`)

// readSVG reads an SVG document of the folder, nil for none. It must contain all that it shows, and no script.
func readSVG(d *load.Decoder, file string) []byte {
	if !d.Has(file) {
		return nil
	}
	at := load.Position{File: file, Line: 1}
	data, err := load.ReadFile(d.Fsys, file)
	if !d.ReportFile(file, err) {
		return nil
	}
	if len(data) > maxMark {
		d.Diagnostics.Add(at, fmt.Sprintf("the file has %d bytes", len(data)),
			fmt.Sprintf("wanted at most %d", maxMark))
	}
	parser := xml.NewDecoder(bytes.NewReader(data))
	for root := ""; ; {
		token, err := parser.Token()
		if root == "svg" && errors.Is(err, io.EOF) {
			return data
		}
		at.Line, _ = parser.InputPos()
		wrong := ""
		switch token := token.(type) {
		case xml.StartElement:
			root, wrong = cmp.Or(root, token.Name.Local), unsafeElement(token)
		case xml.CharData:
			wrong = foreign.FindString(string(token))
		}
		if err != nil || root != "" && root != "svg" {
			wrong = "this is no SVG document"
		}
		if wrong != "" {
			d.Diagnostics.Add(at, wrong, "wanted an SVG document of shapes alone, without scripts and other files")
			return nil
		}
	}
}

// unsafeElement says what an element would run or load, "" for nothing.
func unsafeElement(e xml.StartElement) string {
	if slices.Contains([]string{"script", "foreignObject", "image", "text"}, e.Name.Local) {
		return "the picture has the element " + e.Name.Local
	}
	for _, a := range e.Attr {
		name := a.Name.Local
		if strings.HasPrefix(name, "on") || name == "href" && !strings.HasPrefix(a.Value, "#") ||
			foreign.MatchString(a.Value) {
			return fmt.Sprintf("the picture has %s=%q", name, a.Value)
		}
	}
	return ""
}
