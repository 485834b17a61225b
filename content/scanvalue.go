package content

import (
	"fmt"
	"regexp"
	"strings"
)

const quoteText = "wanted quotation marks around the text"

var (
	commentForm = regexp.MustCompile(`(?:^|\s)#[^\s#]`) // a comment that looks like a number or a color
	blockForm   = regexp.MustCompile(`^[|>][-+]?[1-9]?[-+]?(?:\s+#.*)?$`)
)

// scanValue scans the text after a key or a dash in the column parent.
func (s *scanner) scanValue(parent int, text string) {
	s.nests, s.continues = isBlank(text), false
	if s.nests {
		s.checkComment(text)
		return
	}
	switch text[0] {
	case '"', '\'':
		opened := s.line
		if rest := s.scanQuoted(parent, text); !isBlank(rest) {
			s.failAfterQuote(opened, text, rest, `wanted nothing behind it, or \" inside of the text`)
		}
	case '[', '{':
		s.scanFlow(parent, text)
	case '|', '>':
		s.scanBlock(parent, text)
	case '&', '*', '!', '%', '@', '`', ',', ']', '}':
		s.failAt(s.line, text, "the text begins with "+text[:1], quoteText)
	default:
		s.scanPlain(text)
	}
}

// scanPlain scans a line of text without quotation marks.
func (s *scanner) scanPlain(text string) {
	s.continues = true
	s.checkComment(text)
	said, _, _ := strings.Cut(text, " #")
	said = strings.TrimSpace(said)
	quotes := quoteText
	if strings.ContainsAny(said, "“”„«") {
		quotes = `wanted straight quotation marks (") around the text`
	}
	switch {
	case s.levels[len(s.levels)-1].kind == 't' && dashForm.MatchString(text):
		s.failAt(s.line, text, "there is no space after the dash", "wanted a dash and a space")
	case strings.HasPrefix(text+" ", "? "): // which YAML reads as a key
		s.failAt(s.line, text, "the text begins with ?", quoteText)
	case isItem(text):
		s.failAt(s.line, text, "a list begins in the line of its key", "wanted each dash on a line of its own")
	case strings.HasSuffix(said, ":"), strings.Contains(said, ": "), strings.Contains(said, ":\t"):
		s.failAt(s.line, text, "the text has a colon with a space after it", quotes)
	}
}

// checkComment rejects a # that begins a comment although it looks like a number or a color.
func (s *scanner) checkComment(text string) {
	if strings.Contains(text, "#") && commentForm.MatchString(text) {
		s.failAt(s.line, text, "everything behind # is a comment", quoteText+", or a space behind #")
	}
}

// advance goes to the next line if it belongs to a value whose key is in the column parent.
func (s *scanner) advance(parent int, closing string) bool {
	if s.line+1 == len(s.lines) {
		return false
	}
	line := s.lines[s.line+1]
	text := strings.TrimSpace(line)
	if text != "" && indentation(line) <= parent && !strings.ContainsAny(text[:1], closing) {
		return false
	}
	s.line++
	return true
}

// scanQuoted scans text in quotation marks, over several lines, and returns the rest of the last one.
func (s *scanner) scanQuoted(parent int, text string) (rest string) {
	opened, quote := s.line, text[:1]
	for part := text[1:]; ; part = s.lines[s.line] {
		for i := 0; i < len(part); i++ {
			switch {
			case quote == `"` && part[i] == '\\':
				i++
				if i < len(part) && !strings.Contains("0abtnvfre\"/\\N_LPxuU \t", part[i:i+1]) {
					s.failAt(s.line, part[i-1:], "a backslash is not doubled", `wanted \\ in place of \`)
				}
			case part[i:i+1] != quote:
			case quote == "'" && strings.HasPrefix(part[i:], "''"):
				i++
			default:
				return strings.TrimSpace(part[i+1:])
			}
		}
		if !s.advance(parent, "") {
			s.failUnclosed(opened, text)
			return ""
		}
	}
}

// failUnclosed records a text whose closing quotation mark is missing.
func (s *scanner) failUnclosed(opened int, text string) {
	quote := text[:1]
	s.failAt(opened, text, "a text begins with "+quote+" but does not end with it", "wanted "+quote+" at its end")
}

// failAfterQuote records a value that has something behind its closing quotation mark.
func (s *scanner) failAfterQuote(opened int, text, rest, wanted string) {
	switch quote := text[:1]; {
	case s.line > opened:
		s.failUnclosed(opened, text)
	case rest == ",":
		s.fail(opened, "the line ends in a comma", "wanted the line without it")
	case quote == "'":
		s.failAt(opened, text, "the text ends at its second '", `wanted " around a text with an apostrophe`)
	default:
		s.failAt(opened, text, `the text ends at its second "`, wanted)
	}
}

// scanBlock scans the text below | or >.
func (s *scanner) scanBlock(parent int, text string) {
	if !blockForm.MatchString(text) {
		s.failAt(s.line, text, "the text begins with "+text[:1], quoteText)
		return
	}
	first := level{column: -1}
	for s.advance(parent, "") {
		line := s.lines[s.line]
		switch column := len(line) - len(strings.TrimLeft(line, " ")); {
		case strings.TrimSpace(line) == "":
		case first.column < 0:
			first = level{'t', column, s.line}
		case column < first.column && !strings.ContainsAny(text, "123456789"):
			s.failIndentation(column, false, first, nil)
		}
	}
}

// bracket is an open bracket or brace. entry and colon are whether there was text, and a colon, since the last comma.
type bracket struct {
	kind         byte
	line         int
	entry, colon bool
}

// scanFlow scans lists in brackets and mappings in braces.
func (s *scanner) scanFlow(parent int, value string) {
	var open []*bracket
	for text := value; s.problem == nil; text = strings.TrimLeft(text, " \t") {
		top := &bracket{}
		if len(open) > 0 {
			top = open[len(open)-1]
		}
		if isBlank(text) {
			if !s.advance(parent, "]}") {
				s.failAt(top.line, strings.TrimSpace(s.lines[top.line]), fmt.Sprintf("a %c is not closed", top.kind),
					fmt.Sprintf("wanted %c, or quotation marks around a text with %c", top.kind+2, top.kind))
			}
			text = s.lines[s.line]
			continue
		}
		switch c := text[0]; c {
		case '[', '{':
			top.entry, text = true, text[1:]
			open = append(open, &bracket{kind: c, line: s.line})
			s.checkDepth(len(open))
		case ',':
			s.checkEntry(top, value)
			text = text[1:]
		case ']', '}':
			s.checkEntry(top, value)
			if top.kind != c-2 {
				s.failAt(s.line, value, fmt.Sprintf("a %c is closed by a %c", top.kind, c),
					fmt.Sprintf("wanted %c", top.kind+2))
			}
			open, text = open[:len(open)-1], text[1:]
			if len(open) == 0 {
				if !isBlank(strings.TrimSpace(text)) {
					s.failAt(s.line, value, "the text begins with "+value[:1], quoteText)
				}
				return
			}
		case '"', '\'':
			opened, rest := s.line, s.scanQuoted(parent, text)
			if !isBlank(rest) && !strings.Contains(",]}:", rest[:1]) {
				s.failAfterQuote(opened, text, rest, `wanted a comma behind it, or \" inside of the text`)
			}
			top.entry, text = true, rest
		case ':':
			if top.colon || top.kind == '[' {
				s.failColon(top, value)
			}
			top.colon, text = true, text[1:]
		default:
			top.entry, text = true, text[plainEnd(text):]
		}
	}
}

// failColon records a second colon behind a comma, or one in a list.
func (s *scanner) failColon(b *bracket, value string) {
	if b.kind == '[' {
		s.failAt(s.line, value, "a text between [ and ] has a colon", quoteText)
		return
	}
	s.failAt(s.line, value, "there are two colons between commas",
		"wanted a comma before each key, and quotation marks around a text with a colon")
}

// checkEntry checks an entry at the comma or the bracket that ends it.
func (s *scanner) checkEntry(b *bracket, value string) {
	if b.kind == '{' && b.entry && !b.colon {
		s.failAt(b.line, value, "there is no colon between { and }",
			`wanted "key: text", or quotation marks around a text with {`)
	}
	b.entry, b.colon = false, false
}

// plainEnd is the end of a text without quotation marks between brackets.
func plainEnd(text string) int {
	for i := range len(text) {
		isColon := text[i] == ':' && (i+1 == len(text) || strings.Contains(" \t,]}", text[i+1:i+2]))
		isComment := text[i] == '#' && i > 0 && text[i-1] == ' '
		if isColon || isComment || strings.Contains(",[]{}", text[i:i+1]) {
			return i
		}
	}
	return len(text)
}
