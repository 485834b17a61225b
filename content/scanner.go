package content

import (
	"fmt"
	"regexp"
	"strings"
)

const (
	// maxDepth bounds the nesting of lists and mappings: the YAML library needs 11 GB for 200 KB of brackets.
	maxDepth = 50
	// maxLines bounds the lines of YAML: the library's time is quadratic in the keys of a mapping, 0.2 s for these.
	maxLines = 10_000
)

// A scanner finds common mistakes in YAML before the library parses it. The library names the line where it gives up,
// in terms of its grammar; the scanner names the line of the cause, and the remedy. It also bounds the library's input.
// It knows the YAML of content: mappings, lists and text in all styles, but no tags and anchors, and no keys with
// spaces, which are sentences with a colon. Its own time is linear.
type scanner struct {
	file  string
	lines []string
	line  int // the index of the current line
	// levels are the open mappings, lists and texts. Each is indented more than the one before, except for a list in
	// the column of its key.
	levels []level
	// nests is true after a key or a dash alone: a level may begin below. continues is true after text without
	// quotation marks: lines that are indented more belong to it.
	nests, continues bool
	problem          *diagnostic
}

// level is a mapping (':'), a list ('-'), or text on lines of its own ('t').
type level struct {
	kind         byte
	column, line int // where it begins
}

// scan returns the first mistake in a YAML document, nil if it finds none.
func scan(file, text string) *diagnostic {
	s := &scanner{file: file, lines: strings.Split(text, "\n"), nests: true}
	if n := len(s.lines); n > maxLines {
		s.fail(maxLines, fmt.Sprintf("the file has %d lines", n), fmt.Sprintf("wanted at most %d", maxLines))
	}
	for ; s.line < len(s.lines) && s.problem == nil; s.line++ {
		s.scanLine(s.lines[s.line])
	}
	return s.problem
}

// fail records the first mistake; line is an index.
func (s *scanner) fail(line int, wrong, wanted string) {
	if s.problem == nil {
		s.problem = &diagnostic{position{s.file, line + 1}, wrong, wanted}
	}
}

// failAt records a mistake with the beginning of the text that has it.
func (s *scanner) failAt(line int, text, wrong, wanted string) {
	if s.problem != nil {
		return
	}
	if runes := []rune(text); len(runes) > 40 {
		text = string(runes[:40]) + "…"
	}
	s.fail(line, wrong+": "+text, wanted)
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

func isBlank(text string) bool { return text == "" || text[0] == '#' }

func isItem(text string) bool { return text == "-" || strings.HasPrefix(text, "- ") }

var (
	dashForm  = regexp.MustCompile(`^-[\pL"'{\[]`) // a dash without its space
	colonForm = regexp.MustCompile(`^([\w-]+):\S`) // a colon without its space
)

// keyLength is the length of the key with a colon at the beginning of a text, 0 without one.
func keyLength(text string) int {
	if text == "" {
		return 0
	}
	from := 0
	switch c := text[0]; {
	case c == '"' || c == '\'':
		from = 2 + strings.IndexByte(text[1:], c)
		if from < 2 {
			return 0
		}
	case strings.IndexByte("-?[]{}#&*!|>%@`,", c) >= 0:
		return 0
	}
	for i := from; i < len(text); i++ {
		switch text[i] {
		case ' ', '\t':
			if i += indentation(text[i:]) - 1; !strings.HasPrefix(text[i+1:], ":") {
				return 0
			}
		case ':':
			if i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\t' {
				return i + 1
			}
		}
	}
	return 0
}

// scanLine scans a line that is not inside of a value.
func (s *scanner) scanLine(line string) {
	column, text := indentation(line), strings.TrimSpace(line)
	switch {
	case isBlank(text), text == "---" && len(s.levels) == 0:
		return
	case strings.Contains(line[:column], "\t"):
		s.fail(s.line, "the line is indented with a tab", "wanted spaces, as in the lines around it")
	case text == "---", text == "...":
		s.fail(s.line, "the line "+text+" divides the file", "wanted the file without it")
	}
	top := s.place(column, text)
	if s.problem != nil {
		return
	}
	parent := top.column
	isText := !isItem(text) && keyLength(text) == 0
	for isItem(text) {
		s.enter('-', column)
		after := strings.TrimLeft(text[1:], " \t")
		parent, column, text = column, column+len(text)-len(after), after
	}
	if n := keyLength(text); n > 0 {
		s.enter(':', column)
		s.scanValue(column, strings.TrimLeft(text[n:], " \t"))
		return
	}
	if isText && s.continues {
		s.scanPlain(text)
		return
	}
	if isText {
		s.enter('t', column)
	}
	s.scanValue(parent, text)
}

// place finds the level that a line belongs to by its indentation.
func (s *scanner) place(column int, text string) (top level) {
	isKey := keyLength(text) > 0
	var left *level
	for n := len(s.levels); n > 0 && s.levels[n-1].column > column; n-- {
		left, s.levels, s.nests, s.continues = &s.levels[n-1], s.levels[:n-1], false, false
	}
	top = level{column: -1}
	if n := len(s.levels); n > 0 {
		top = s.levels[n-1]
		if top.kind == '-' && isKey && n > 1 && s.levels[n-2].column == column { // the list of the key before
			s.levels, top = s.levels[:n-1], s.levels[n-2]
		}
	}
	deeper := column > top.column
	switch {
	case top.kind == 't' && (isKey || isItem(text)):
		s.failWithoutKey(top)
	case top.kind == 't' && !s.continues:
		s.failAt(s.line, text, "a second text has no dash", "wanted a dash and a space before each of a list")
	case deeper && s.nests, (deeper || top.kind == 't') && s.continues && !isKey && !isItem(text):
	case deeper:
		s.failIndentation(column, isItem(text), top, left)
	case top.kind == '-' && !isItem(text), top.kind == ':' && !isKey && !isItem(text):
		s.failWithoutKey(level{top.kind, column, s.line})
	case top.kind == ':' && isItem(text) && !s.nests:
		s.fail(s.line, "the line has a dash, but the lines around it have keys", "wanted it below the key of its list")
	}
	return top
}

// failIndentation records a line that is in no level's column.
func (s *scanner) failIndentation(column int, item bool, top level, left *level) {
	wanted := ""
	if left != nil {
		wanted = fmt.Sprintf(", or %d, as line %d", left.column, left.line+1)
	}
	if left == nil || top.column >= 0 && (item || top.kind != '-') {
		wanted += fmt.Sprintf(", or %d, as line %d", top.column, top.line+1)
	}
	s.fail(s.line, fmt.Sprintf("the number of spaces before the line is %d", column),
		"wanted "+strings.TrimPrefix(wanted, ", or "))
}

// failWithoutKey records a line that has neither a key nor a dash, in the kind of level that at has.
func (s *scanner) failWithoutKey(at level) {
	text := strings.TrimSpace(s.lines[at.line])
	match := colonForm.FindStringSubmatch(text)
	switch {
	case dashForm.MatchString(text):
		s.failAt(at.line, text, "there is no space after the dash", "wanted a dash and a space")
	case at.kind == '-':
		s.failAt(at.line, text, "the line has no dash, but its list has", "wanted a dash and a space before it")
	case match != nil:
		s.failAt(at.line, text, "there is no space after the colon", "wanted \""+match[1]+`: text"`)
	default:
		s.failAt(at.line, text, "the line has no key", `wanted a line such as "key: text"`)
	}
}

// enter begins a level, unless the line continues it.
func (s *scanner) enter(kind byte, column int) {
	if n := len(s.levels); n > 0 && s.levels[n-1].kind == kind && s.levels[n-1].column == column {
		return
	}
	s.levels = append(s.levels, level{kind, column, s.line})
	s.checkDepth(0)
}

// checkDepth checks the nesting of the levels and of more brackets in them.
func (s *scanner) checkDepth(more int) {
	if depth := len(s.levels) + more; depth > maxDepth {
		s.fail(s.line, fmt.Sprintf("lists and keys are nested %d deep", depth),
			fmt.Sprintf("wanted at most %d", maxDepth))
	}
}
