package load

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

const (
	maxBytes = 1 << 20
	// maxDepth bounds the nesting of lists and mappings: the YAML library needs 11 GB for 200 KB of brackets.
	maxDepth = 50
	// maxLines bounds the lines of YAML: the library's time is quadratic in the keys of a mapping, 0.2 s for these.
	maxLines = 10_000
)

// ReadFile reads a text file as editors on any system write it: it drops a byte order mark and turns Windows line ends
// into "\n". It rejects encodings other than UTF-8, files above 1 MB, and all but regular files: a named pipe would
// block. The error is a diagnostic with file and line.
func ReadFile(fsys fs.FS, file string) ([]byte, error) {
	info, err := fs.Stat(fsys, file) // before opening, which blocks for a named pipe
	if err == nil && !info.Mode().IsRegular() {
		return nil, &Diagnostic{Position{file, 1}, "this is not a file with text", "wanted a regular file"}
	}
	if err == nil && info.Size() > maxBytes {
		return nil, &Diagnostic{Position{file, 1}, fmt.Sprintf("the file has %d bytes", info.Size()),
			fmt.Sprintf("wanted at most %d", maxBytes)}
	}
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, &Diagnostic{Position{file, 1}, "the file cannot be read: " + err.Error(), "wanted a readable file"}
	}
	isInvalid := func(line []byte) bool { return !utf8.Valid(line) }
	if i := slices.IndexFunc(bytes.Split(data, []byte("\n")), isInvalid); i >= 0 {
		return nil, &Diagnostic{Position{file, i + 1}, "the line is not UTF-8", "wanted the file saved as UTF-8"}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), nil
}

// Decode decodes a YAML file into the value behind the pointer. The error is a diagnostic with file and line.
func Decode(fsys fs.FS, file string, pointer any, options ...yaml.DecodeOption) error {
	data, err := ReadFile(fsys, file)
	if err != nil {
		return err
	}
	node, problem := ParseYAML(file, string(data))
	if problem != nil {
		return problem
	}
	if err := yaml.NodeToValue(node, pointer, options...); err != nil {
		return fromLibrary(file, err)
	}
	return nil
}

// ParseYAML parses a document; nil, with a diagnostic, if that fails.
func ParseYAML(file, text string) (ast.Node, *Diagnostic) {
	if n := strings.Count(text, "\n"); n > maxLines {
		return nil, &Diagnostic{Position{file, maxLines + 1}, fmt.Sprintf("the file has %d lines", n),
			fmt.Sprintf("wanted at most %d", maxLines)}
	}
	tokens := lexer.Tokenize(text)
	if problem := checkTokens(file, tokens); problem != nil {
		return nil, problem
	}
	tree, err := parser.Parse(tokens, 0)
	if err != nil {
		if problem := findSpace(file, text); problem != nil {
			return nil, problem
		}
		return nil, fromLibrary(file, err)
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return nil, &Diagnostic{Position{file, 1}, fmt.Sprintf("the file has %d documents", len(tree.Docs)),
			`wanted keys with values, without a line "---"`}
	}
	return tree.Docs[0].Body, nil
}

// hiddenText is a comment that looks like a number or a color.
var hiddenText = regexp.MustCompile(`^[^\s#]`)

// checkTokens bounds the nesting before the library parses, and rejects "We are #1", half of which would be a comment.
func checkTokens(file string, tokens token.Tokens) *Diagnostic {
	brackets, columns := 0, []int(nil) // open brackets; the columns of open lists and mappings
	for _, t := range tokens {
		at := Position{file, t.Position.Line}
		column := 0
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets--
		case token.SequenceEntryType, token.MappingKeyType:
			column = t.Position.Column
		case token.MappingValueType:
			column = cmp.Or(t.Prev, t).Position.Column
		case token.CommentType:
			if t.Prev != nil && t.Prev.Position.Line == at.Line && hiddenText.MatchString(t.Value) {
				return &Diagnostic{at, "everything after # is a comment: #" + t.Value,
					"wanted quotation marks around the text, or a space after #"}
			}
		}
		if column > 0 && brackets == 0 {
			for n := len(columns); n > 0 && columns[n-1] >= column; n-- {
				columns = columns[:n-1]
			}
			columns = append(columns, column)
		}
		if brackets+len(columns) > maxDepth {
			return &Diagnostic{at, "lists and keys are nested too deep", fmt.Sprintf("wanted at most %d", maxDepth)}
		}
	}
	return nil
}

// pastedSpace matches a character that looks like a space, or like nothing, where YAML wants an ordinary space.
var pastedSpace = regexp.MustCompile(`(?m)^([ \t]*(?:[\w-]+:|-)?[ \t]*)` +
	`([\x{a0}\x{1680}\x{2000}-\x{200f}\x{202f}\x{205f}\x{3000}\x{feff}])`)

func findSpace(file, text string) *Diagnostic {
	at := pastedSpace.FindStringSubmatchIndex(text)
	if at == nil {
		return nil
	}
	name, char := "an invisible character", []rune(text[at[4]:at[5]])[0]
	if char == '\u00a0' {
		name = "a no-break space"
	}
	return &Diagnostic{Position{file, 1 + strings.Count(text[:at[4]], "\n")},
		fmt.Sprintf("%s (%U) follows %q", name, char, strings.TrimSpace(text[at[2]:at[3]])), "wanted an ordinary space"}
}

// fromLibrary is an error of the YAML library, with its excerpt of the file on further lines.
func fromLibrary(file string, err error) *Diagnostic {
	at := Position{file, 1}
	message, excerpt, _ := strings.Cut(err.Error(), "\n")
	if e := yaml.Error(nil); errors.As(err, &e) {
		message = e.GetMessage()
		if token := e.GetToken(); token != nil {
			at.Line = token.Position.Line
		}
	}
	const hint = "wanted even indentation and closed quotation marks here and in the line above, " +
		"and quotation marks around text with a colon"
	return &Diagnostic{at, message, strings.TrimRight(hint+"\n"+excerpt, "\n")}
}
