package develop

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"haulfront/render"
)

// Kind is the kind of a problem.
type Kind string

// The kinds of problems.
const (
	Build     Kind = "build"
	Render    Kind = "render"
	Warning   Kind = "warning"
	Content   Kind = "content"
	Hydration Kind = "hydration"
	Browser   Kind = "browser"
	Program   Kind = "program"
)

// Problem is a problem that a developer has to fix.
type Problem struct {
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
	// File is relative to the checkout if it is below it. Line and Column begin at 1; 0 is unknown.
	File       string   `json:"file,omitempty"`
	Line       int      `json:"line,omitempty"`
	Column     int      `json:"column,omitempty"`
	Lines      []string `json:"lines,omitempty"`      // around Line
	First      int      `json:"first,omitempty"`      // the number of the first of Lines
	Components []string `json:"components,omitempty"` // that failed and those around it, innermost first
	Editor     string   `json:"editor,omitempty"`     // the address that opens the file in an editor
}

func (p Problem) equal(q Problem) bool { return reflect.DeepEqual(p, q) }

// around is the number of lines shown before and after the line of a problem.
const around = 4

// complete adds the lines and the address of the file.
func (p *Problem) complete(root, editor string) {
	if p.File == "" {
		return
	}
	path := filepath.FromSlash(p.File)
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, path)
	}
	if below, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(below) {
		p.File = filepath.ToSlash(below)
	}
	if p.Line > 0 {
		if data, err := os.ReadFile(path); err == nil {
			lines := strings.Split(string(data), "\n")
			p.First = max(1, p.Line-around)
			p.Lines = lines[min(p.First-1, len(lines)):min(p.Line+around, len(lines))]
		}
	}
	p.Editor = strings.NewReplacer("{file}", (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(),
		"{line}", strconv.Itoa(max(1, p.Line)), "{column}", strconv.Itoa(max(1, p.Column))).Replace(editor)
}

// String returns the problem for a terminal, with its position first, as compilers write it.
func (p Problem) String() string {
	var out strings.Builder
	if p.File != "" {
		out.WriteString(p.File)
		for _, n := range []int{p.Line, p.Column} {
			if n > 0 {
				fmt.Fprintf(&out, ":%d", n)
			}
		}
		out.WriteString(": ")
	}
	fmt.Fprintln(&out, p.Message)
	for i, line := range p.Lines {
		mark := " "
		if p.First+i == p.Line {
			mark = ">"
		}
		fmt.Fprintf(&out, "%s %4d | %s\n", mark, p.First+i, line)
	}
	for _, component := range p.Components {
		fmt.Fprintf(&out, "    at %s\n", component)
	}
	return out.String()
}

// diagnostic matches a line of package content's errors, and of the go command's: "file:line: text", "file:line:column:
// text".
var diagnostic = regexp.MustCompile(`^(\S[^:\n]*\.\w+):(\d+)(?::(\d+))?: (.*)$`)

// ProblemsOf returns the problems of an error: of the sources ([render.BuildError]), of a page ([render.Error]), or, in
// lines that begin with a file and a line, of files in dir.
func ProblemsOf(err error, kind Kind, dir string) (problems []Problem) {
	if err == nil {
		return nil
	}
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		for _, each := range joined.Unwrap() {
			problems = append(problems, ProblemsOf(each, kind, dir)...)
		}
		return unique(problems)
	}
	if build := (*render.BuildError)(nil); errors.As(err, &build) {
		for _, m := range build.Messages {
			p := Problem{Kind: Build, Message: m.Text, File: m.File, Line: m.Line, Column: m.Column}
			problems = append(problems, p)
		}
		return problems
	}
	if e := (*render.Error)(nil); errors.As(err, &e) {
		return []Problem{{Kind: Render, Message: e.Message, File: e.File, Line: e.Line, Column: e.Column,
			Components: e.Components}}
	}
	return lines(err.Error(), kind, dir)
}

// lines reads problems from text. Lines without a place belong to the one before.
func lines(text string, kind Kind, dir string) (problems []Problem) {
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimRight(line, "\n")
		m := diagnostic.FindStringSubmatch(line)
		switch {
		case m != nil:
			p := Problem{Kind: kind, Message: m[4], File: filepath.Join(dir, filepath.FromSlash(m[1]))}
			p.Line, _ = strconv.Atoi(m[2]) // digits, as the pattern has it
			p.Column, _ = strconv.Atoi(m[3])
			problems = append(problems, p)
		case len(problems) > 0 && strings.HasPrefix(line, "\t"):
			problems[len(problems)-1].Message += "\n" + line
		case !strings.HasPrefix(line, "# ") && !strings.HasSuffix(line, ":"): // the names of packages and parts
			problems = append(problems, Problem{Kind: kind, Message: line})
		}
	}
	return problems
}

// unique drops repetitions: both bundles have the same mistake.
func unique(problems []Problem) (kept []Problem) {
	for _, p := range problems {
		if !slices.ContainsFunc(kept, p.equal) {
			kept = append(kept, p)
		}
	}
	return kept
}
