package develop

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"haulfront/render"
)

// Kind says what a problem is one of.
type Kind string

// The kinds of problems.
const (
	Build     Kind = "build"
	Render    Kind = "render"
	Content   Kind = "content"
	Hydration Kind = "hydration"
	Browser   Kind = "browser"
	Program   Kind = "program"
)

// Problem is something that a developer has to mend.
type Problem struct {
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
	// File is below the checkout where it is one of its files; Line and Column begin at 1, and are 0 where they are not
	// known.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Lines are those around Line, and First is the number of the first of them.
	Lines []string `json:"lines,omitempty"`
	First int      `json:"first,omitempty"`
	// Components are the component that failed and those around it, the innermost first.
	Components []string `json:"components,omitempty"`
	// Editor is the address that opens the file in an editor.
	Editor string `json:"editor,omitempty"`
}

func (p Problem) equal(q Problem) bool {
	return p.Kind == q.Kind && p.Message == q.Message && p.File == q.File && p.Line == q.Line && p.Column == q.Column &&
		slices.Equal(p.Lines, q.Lines) && slices.Equal(p.Components, q.Components)
}

// around is how many lines are shown before and after the line of a problem.
const around = 4

// complete adds what is in the file.
func (p *Problem) complete(root, editor string) {
	if p.File == "" {
		return
	}
	path := p.File
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, filepath.FromSlash(path))
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
	// Paths keep their slashes in an address.
	escaped := (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
	p.Editor = strings.NewReplacer(
		"{file}", escaped, "{line}", strconv.Itoa(max(1, p.Line)), "{column}", strconv.Itoa(max(1, p.Column)),
	).Replace(editor)
}

// place is where the problem is, as compilers write it.
func (p Problem) place() string {
	place := p.File
	for _, n := range []int{p.Line, p.Column} {
		if place != "" && n > 0 {
			place += ":" + strconv.Itoa(n)
		}
	}
	return place
}

// String is the problem for a terminal, with its place first.
func (p Problem) String() string {
	var out strings.Builder
	if place := p.place(); place != "" {
		out.WriteString(place + ": ")
	}
	fmt.Fprintf(&out, "%s\n", p.Message)
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

// ProblemsOf returns what an error says is wrong: with the sources ([render.BuildError]), with a page ([render.Error]),
// or, in lines that begin with a file and a line, with files in dir.
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
	var build *render.BuildError
	if errors.As(err, &build) {
		for _, m := range build.Messages {
			problems = append(problems, Problem{Kind: Build, Message: m.Text, File: m.File, Line: m.Line,
				Column: m.Column})
		}
		return problems
	}
	var thrown *render.Error
	if errors.As(err, &thrown) {
		return []Problem{{
			Kind: Render, Message: thrown.Message, File: thrown.File, Line: thrown.Line, Column: thrown.Column,
			Components: thrown.Components,
		}}
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
