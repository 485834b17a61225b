package content

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// maxBytes is the largest size of a content file.
const maxBytes = 1 << 20

// ReadFile reads a text file as editors on any system write it: it drops a byte order mark and turns Windows line ends
// into "\n". It rejects encodings other than UTF-8, files above 1 MB, and all but regular files: a named pipe would
// block. The error is a diagnostic with file and line.
func ReadFile(fsys fs.FS, file string) ([]byte, error) {
	info, err := fs.Stat(fsys, file) // before opening, which blocks for a named pipe
	if err == nil && !info.Mode().IsRegular() {
		return nil, &diagnostic{position{file, 1}, "this is not a file with text", "wanted a regular file"}
	}
	if err == nil && info.Size() > maxBytes {
		return nil, &diagnostic{position{file, 1}, fmt.Sprintf("the file has %d bytes", info.Size()),
			fmt.Sprintf("wanted at most %d", maxBytes)}
	}
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, &diagnostic{position{file, 1}, "the file cannot be read: " + err.Error(), "wanted a readable file"}
	}
	if problem := checkEncoding(file, data); problem != nil {
		return nil, problem
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(data, []byte("\r"), []byte("\n")), nil
}

// checkEncoding returns a diagnostic at the first character that is not UTF-8, or that an earlier conversion has lost.
func checkEncoding(file string, data []byte) *diagnostic {
	const saveAs = `wanted UTF-8: in Notepad choose "Save as" and the encoding UTF-8`
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) ||
		bytes.IndexByte(data, 0) >= 0 {
		return &diagnostic{position{file, 1}, "this looks like UTF-16", saveAs}
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError {
			before := string(data[bytes.LastIndexByte(data[:i], '\n')+1 : i])
			at := position{file, 1 + bytes.Count(data[:i], []byte("\n"))}
			if size > 1 {
				return &diagnostic{at, fmt.Sprintf("the character after %q was lost in a conversion", before),
					"wanted it typed again, in a file saved as UTF-8"}
			}
			return &diagnostic{at, fmt.Sprintf("the character after %q looks like Windows-1252", before), saveAs}
		}
		i += size
	}
	return nil
}

// Decode decodes a YAML file of the content folder into the value behind the pointer. The error is a diagnostic with
// file and line.
func Decode(fsys fs.FS, file string, pointer any, options ...yaml.DecodeOption) error {
	data, err := ReadFile(fsys, file)
	if err != nil {
		return err
	}
	node, problem := parseYAML(file, string(data))
	if problem != nil {
		return problem
	}
	if err := yaml.NodeToValue(node, pointer, options...); err != nil {
		return fromLibrary(file, err)
	}
	return nil
}

// parseYAML parses a document; nil, with a diagnostic, if that fails.
func parseYAML(file, text string) (ast.Node, *diagnostic) {
	if problem := scan(file, text); problem != nil {
		return nil, problem
	}
	tree, err := parser.ParseBytes([]byte(text), 0)
	if err != nil {
		return nil, fromLibrary(file, err)
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return nil, &diagnostic{position{file, 1}, "the file is empty", "wanted keys with values"}
	}
	return tree.Docs[0].Body, nil
}

var duplicateKey = regexp.MustCompile(`^mapping key (".*") already defined at \[(\d+):\d+\]$`)

// fromLibrary translates an error of the YAML library.
func fromLibrary(file string, err error) *diagnostic {
	at, message := position{file, 1}, err.Error()
	if e := yaml.Error(nil); errors.As(err, &e) {
		message = e.GetMessage()
		if token := e.GetToken(); token != nil {
			at.line = token.Position.Line
		}
	}
	if match := duplicateKey.FindStringSubmatch(message); match != nil {
		wrong := fmt.Sprintf("the key %s is in line %s already", match[1], match[2])
		return &diagnostic{at, wrong, "wanted each key once"}
	}
	message, _, _ = strings.Cut(message, "\n")
	return &diagnostic{at, "the line cannot be read: " + message,
		`wanted lines such as "key: text", and quotation marks around text with special characters`}
}
