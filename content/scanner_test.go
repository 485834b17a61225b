package content

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// mistakes are files as people mistype them, with the diagnostic of each.
var mistakes = []struct{ name, text, want string }{
	{"closing quotation mark missing", "a: 1\ntitle: \"Foo\nlead: \"Bar\"\n",
		`2: a text begins with " but does not end with it: "Foo; wanted " at its end`},
	{"closing quotation mark missing in the last text", "a: 1\nx:\n  title: \"Foo\n  lead: Bar\nmore: x\n",
		`3: a text begins with " but does not end with it: "Foo; wanted " at its end`},
	{"closing quotation mark missing in an item", "list:\n  - \"Foo\n  - \"Bar\"\n",
		`2: a text begins with " but does not end with it: "Foo; wanted " at its end`},
	{"closing quotation mark missing above deeper lines", "a: \"Foo\n  b: \"x\"\n",
		`1: a text begins with " but does not end with it: "Foo; wanted " at its end`},
	{"closing quotation mark missing in braces", "a: { b: \"Foo }\nb: { b: \"Foo\" }\n",
		`1: a text begins with " but does not end with it: "Foo }; wanted " at its end`},
	{"closing apostrophe missing", "title: 'Foo\nlead: 'Bar'\n",
		"1: a text begins with ' but does not end with it: 'Foo; wanted ' at its end"},
	{"apostrophe in apostrophes", "a: 1\ntitle: 'We don't do it'\n",
		`2: the text ends at its second ': 'We don't do it'; wanted " around a text with an apostrophe`},
	{"quotation marks in quotation marks", `title: "We say "yes""`,
		`1: the text ends at its second ": "We say "yes""; wanted nothing behind it, or \" inside of the text`},
	{"backslash", `a: "C:\data"`, `1: a backslash is not doubled: \data"; wanted \\ in place of \`},
	{"comma at the end", "list:\n  - \"a\",\n  - \"b\"\n", "2: the line ends in a comma; wanted the line without it"},

	{"tab", "a:\n\tb: Foo\n", "2: the line is indented with a tab; wanted spaces, as in the lines around it"},
	{"tab behind spaces", "a:\n  b: Foo\n \tc: x\n",
		"3: the line is indented with a tab; wanted spaces, as in the lines around it"},
	{"too many spaces", "a:\n  b: x\n   c: y\n", "3: the number of spaces before the line is 3; wanted 2, as line 2"},
	{"too few spaces", "a:\n    b: x\n  c: y\n",
		"3: the number of spaces before the line is 2; wanted 4, as line 2, or 0, as line 1"},
	{"too many spaces before an item", "list:\n  - a\n   - b\n",
		"3: the number of spaces before the line is 3; wanted 2, as line 2"},
	{"too few spaces in an item", "list:\n  - a: x\n   b: y\n",
		"3: the number of spaces before the line is 3; wanted 4, as line 2"},
	{"key below an item", "list:\n  - \"a\"\n    b: c\n",
		"3: the number of spaces before the line is 4; wanted 2, as line 2"},
	{"value and keys", "a: x\n  b: y\n", "2: the number of spaces before the line is 2; wanted 0, as line 1"},
	{"too few spaces in a block of text", "a: >-\n  one\n two\n",
		"3: the number of spaces before the line is 1; wanted 2, as line 2"},
	{"text below a block of text", "a: >-\nwords\n",
		`2: the line has no key: words; wanted a line such as "key: text"`},

	{"no dash", "list:\n  - a\n  b\n  - c\n",
		"3: the line has no dash, but its list has: b; wanted a dash and a space before it"},
	{"no dash before a key", "list:\n  - a: x\n    b: y\n  a: z\n",
		"4: the line has no dash, but its list has: a: z; wanted a dash and a space before it"},
	{"no dashes", "list:\n  \"a\"\n  \"b\"\n",
		`3: a second text has no dash: "b"; wanted a dash and a space before each of a list`},
	{"no space after the dash", "list:\n  - a\n  -b\n",
		"3: there is no space after the dash: -b; wanted a dash and a space"},
	{"no space after any dash", "list:\n  -a\n  -b\n",
		"2: there is no space after the dash: -a; wanted a dash and a space"},
	{"dash among keys", "a: x\n- b\n",
		"2: the line has a dash, but the lines around it have keys; wanted it below the key of its list"},
	{"dash behind a key", "a: - b\n",
		"1: a list begins in the line of its key: - b; wanted each dash on a line of its own"},

	{"colon in a sentence", "a: Read: More\n",
		"1: the text has a colon with a space after it: Read: More; wanted quotation marks around the text"},
	{"colon in an item", "list:\n  - Our promise: we come\n",
		"2: the text has a colon with a space after it: Our promise: we come; wanted quotation marks around the text"},
	{"colon in a second line", "a: Our words\n  that are: these\n",
		"2: the text has a colon with a space after it: that are: these; wanted quotation marks around the text"},
	{"colon in typographic quotation marks", "a: “Read: More”\n", `1: the text has a colon with a space ` +
		`after it: “Read: More”; wanted straight quotation marks (") around the text`},
	{"no space after the colon", "a: b\ntitle:Foo\nc: d\n",
		`2: there is no space after the colon: title:Foo; wanted "title: text"`},
	{"no space after the first colon", "title:Foo\nc: d\n",
		`1: there is no space after the colon: title:Foo; wanted "title: text"`},
	{"no colon", "a: b\ntitle Foo\n", `2: the line has no key: title Foo; wanted a line such as "key: text"`},
	{"no colon above a mapping", "a\n  b: x\n", `1: the line has no key: a; wanted a line such as "key: text"`},
	{"key twice", "a:\n  b: 1\n  c: 2\n  b: 3\n", `4: the key "b" is in line 2 already; wanted each key once`},

	{"at", "a: @home we\n", "1: the text begins with @: @home we; wanted quotation marks around the text"},
	{"percent", "a:\n  - %5 off\n", "2: the text begins with %: %5 off; wanted quotation marks around the text"},
	{"asterisk", "a: *bold* text\n", "1: the text begins with *: *bold* text; wanted quotation marks around the text"},
	{"ampersand", "a: & more\n", "1: the text begins with &: & more; wanted quotation marks around the text"},
	{"bar", "a: | foo\n", "1: the text begins with |: | foo; wanted quotation marks around the text"},
	{"number sign", "a: We are #1\n", "1: everything behind # is a comment: We are #1; " +
		"wanted quotation marks around the text, or a space behind #"},
	{"brace", "a: {name} is great\n", `1: there is no colon between { and }: {name} is great; ` +
		`wanted "key: text", or quotation marks around a text with {`},
	{"brace with a colon", "a: {b: c} is great\n",
		"1: the text begins with {: {b: c} is great; wanted quotation marks around the text"},
	{"bracket", "a: [max] words\n", "1: the text begins with [: [max] words; wanted quotation marks around the text"},
	{"open bracket", "a: [x, y\nb: c\n",
		"1: a [ is not closed: a: [x, y; wanted ], or quotation marks around a text with ["},
	{"open brace", "a: { b: 1\nb: { c: 3 }\n",
		"1: a { is not closed: a: { b: 1; wanted }, or quotation marks around a text with {"},
	{"wrong bracket", "a: { b: 1 ]\n", "1: a { is closed by a ]: { b: 1 ]; wanted }"},
	{"comma missing", "a: { b: 1 c: 2 }\n", "1: there are two colons between commas: { b: 1 c: 2 }; " +
		"wanted a comma before each key, and quotation marks around a text with a colon"},
	{"comma missing behind a text", `a: { b: "x" c: y }`,
		`1: the text ends at its second ": "x" c: y }; wanted a comma behind it, or \" inside of the text`},
	{"colon in a list", "a: [b: c, d]\n",
		"1: a text between [ and ] has a colon: [b: c, d]; wanted quotation marks around the text"},

	{"two documents", "a: b\n---\nc: d\n", "2: the line --- divides the file; wanted the file without it"},
	{"no document", "", "1: the file is empty; wanted keys with values"},
	{"question mark", "a: ? b\n", "1: the text begins with ?: ? b; wanted quotation marks around the text"},

	{"another mistake", "a: [x,,y]\n", "1: the line cannot be read: unexpected scalar value type; " +
		`wanted lines such as "key: text", and quotation marks around text with special characters`},

	{"brackets", strings.Repeat("[", 200_000), "1: lists and keys are nested 51 deep; wanted at most 50"},
	{"brackets on lines", strings.Repeat("[\n", 9_000), "50: lists and keys are nested 51 deep; wanted at most 50"},
	{"dashes", strings.Repeat("- ", 200_000), "1: lists and keys are nested 51 deep; wanted at most 50"},
	{"keys in keys", nested(60), "51: lists and keys are nested 51 deep; wanted at most 50"},
	{"keys", strings.Repeat("a:\n", 20_000), "10001: the file has 20001 lines; wanted at most 10000"},
}

func nested(depth int) (text string) {
	for i := range depth {
		text += strings.Repeat(" ", i) + "a:\n"
	}
	return text
}

func TestMistakes(t *testing.T) {
	for _, test := range mistakes {
		t.Run(test.name, func(t *testing.T) {
			_, problem := parseYAML("x.yaml", test.text)
			if problem == nil || problem.Error() != "x.yaml:"+test.want {
				t.Errorf("parseYAML(%.80q) = %v\nwant x.yaml:%s", test.text, problem, test.want)
			}
		})
	}
}

// TestScanAccepts checks YAML that is unusual, but correct.
func TestScanAccepts(t *testing.T) {
	for _, text := range []string{
		"a: 'it''s'\n\"b c\": \"x \\\"y\\\" \\u00e4\" # note\nc : https://example.com/a:b#c\n",
		"a: one\n  two\n\n  three\nb:\n  four\n  five\n",
		"a: \"one\n  two: three\n\n  four\"\nb: 'five\n  six'\n",
		"a:\n- b\n- c:\n  d: e\n-\n  f: g\nh: i\n",
		"- - a\n  - b\n- [c, [d, e],\n   {f: g, \"h\":1}] # note\n",
		"a: [\n  b,\n  {c: d}, # note\n]\ne: {\n  f: g\n}\n",
		"a: |2-\n    one\n   two: \"three\n\n\n# note\nb: >\n  # text\n  - text\n",
		"---\n# note\n\na: -5\nb: 5 - 3\nc: don't [stop] {now}\nd:\n  -1.5\n",
	} {
		if _, problem := parseYAML("x.yaml", text); problem != nil {
			t.Errorf("parseYAML(%q) = %v", text, problem)
		}
	}
}

// TestLoadIsBounded loads files that take the libraries seconds to minutes, or gigabytes.
func TestLoadIsBounded(t *testing.T) {
	const article = "articles/junk-removal-cost-guide-dallas.md"
	for _, test := range []struct{ name, file, text, want string }{
		{"YAML", "home.yaml", strings.Repeat("[", 200_000), "home.yaml:1: lists and keys are nested 51 deep"},
		{"front matter", article, "---\na: " + strings.Repeat("[", 200_000) + "\n---\n", article + ":2: lists and"},
		{"quotes", article, "---\n%s---\n" + strings.Repeat(">", 200_000), article + ":6: quotes, lists or"},
		{"lists", article, "---\n%s---\n" + strings.Repeat("1. ", 60_000), article + ":6: quotes, lists or"},
		{"links", article, "---\n%s---\nText\n" + strings.Repeat("[a](", 50_000), article + ":7: quotes, lists or"},
		{"size", "zips.csv", strings.Repeat("75001,32.9,-96.8,Addison\n", 50_000),
			"zips.csv:1: the file has 1250000 bytes; wanted at most 1048576"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := sampleFiles(t)
			_, front, _ := strings.Cut(string(files[article].Data), frontMatterFence)
			front, _, _ = strings.Cut(front, frontMatterFence)
			files[test.file] = &fstest.MapFile{Data: []byte(strings.Replace(test.text, "%s", front, 1))}
			began := time.Now()
			_, err := Load(files)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("Load = %v, want %s", err, test.want)
			}
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("Load took %v", took)
			}
		})
	}
}

func FuzzYAML(f *testing.F) {
	for _, test := range mistakes {
		if len(test.text) < 100 {
			f.Add(test.text)
		}
	}
	f.Fuzz(func(_ *testing.T, text string) {
		_, _ = parseYAML("x.yaml", text) // must return
	})
}
