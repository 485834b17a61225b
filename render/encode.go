package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Verbatim names the strings in an island's props that its component outputs verbatim, see [Config.Verbatim]. A path is the
// keys from the props down to the string, joined by dots; "*" stands for every key of an object and every index of an array.
type Verbatim struct {
	// Texts are strings that the component outputs unchanged, as text or in an attribute other than a URL, and never
	// inspects.
	Texts []string
	// NonEmpty are like Texts, but the component may check whether they are empty.
	NonEmpty []string
	// Choices are the component's lists of options.
	Choices []Choice
}

// Choice is a <select> with one <option> for each string of a list, which is the option's text and has no value of its own.
// An <option value=""> may precede them.
type Choice struct {
	// Value is the path of the string that is the defaultValue of the <select>.
	Value string
	// Options is the path of the list.
	Options string
}

// kind says what a component does with a string.
type kind int

const (
	text kind = iota
	nonEmpty
	chosen
	option
)

// rule marks a string of the props that does not change the HTML around it.
type rule struct {
	kind   kind
	choice int // for chosen and option: which of the choices
}

// rules is the tree of rules for a value of the props and everything nested in it; nil has none.
type rules struct {
	own      *rule
	children map[string]*rules
}

func newRules(v Verbatim) *rules {
	root := &rules{}
	add := func(path string, r rule) {
		at := root
		for key := range strings.SplitSeq(path, ".") {
			if at.children == nil {
				at.children = map[string]*rules{}
			}
			if at.children[key] == nil {
				at.children[key] = &rules{}
			}
			at = at.children[key]
		}
		at.own = &r
	}
	for _, path := range v.Texts {
		add(path, rule{kind: text})
	}
	for _, path := range v.NonEmpty {
		add(path, rule{kind: nonEmpty})
	}
	for i, c := range v.Choices {
		add(c.Value, rule{kind: chosen, choice: i})
		add(c.Options+".*", rule{kind: option, choice: i})
	}
	return root
}

func (r *rules) at(key string) *rules {
	if r == nil || r.children == nil {
		return nil
	}
	if child := r.children[key]; child != nil {
		return child
	}
	return r.children["*"]
}

// verbatim is a string for which there is a rule.
type verbatim struct {
	value string
	rule  *rule
}

// gap stands for a verbatim string in a shape. JSON never contains this byte.
const gap = 0xff

// encoded is a value of the props as canonical JSON: equal values have equal bytes, and the bytes are safe in a script
// element. What HTML cannot represent is replaced, so that both sides see the same text: decoding replaces lone surrogates,
// and line ends become "\n", as in an HTML parser.
type encoded struct {
	json []byte
	// shape is json with gaps in place of the verbatim strings, which are texts; without any it is the same slice.
	shape []byte
	texts []verbatim
}

// encode makes canonical JSON of a value that encoding/json decoded.
func encode(value any, r *rules) encoded {
	var e encoder
	e.value(value, r)
	if len(e.texts) == 0 {
		return encoded{json: e.json, shape: e.json}
	}
	return encoded{json: e.json, shape: e.shape, texts: e.texts}
}

// encoder writes JSON. The shape is written from the first verbatim string on: most values have none.
type encoder struct {
	json, shape []byte
	texts       []verbatim
}

func (e *encoder) value(value any, r *rules) {
	switch v := value.(type) {
	case string:
		e.string(lineEnds.Replace(v), r)
	case json.Number:
		e.write(v.String())
	case bool:
		e.write(strconv.FormatBool(v))
	case nil:
		e.write("null")
	case []any:
		e.write("[")
		for i, item := range v {
			if i > 0 {
				e.write(",")
			}
			if r == nil {
				e.value(item, nil)
			} else {
				e.value(item, r.at(strconv.Itoa(i)))
			}
		}
		e.write("]")
	case map[string]any:
		e.write("{")
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				e.write(",")
			}
			e.quote(key)
			e.write(":")
			e.value(v[key], r.at(key))
		}
		e.write("}")
	}
}

func (e *encoder) write(s string) {
	e.json = append(e.json, s...)
	if len(e.texts) > 0 {
		e.shape = append(e.shape, s...)
	}
}

func (e *encoder) quote(s string) {
	start := len(e.json)
	e.json = appendQuoted(e.json, s)
	if len(e.texts) > 0 {
		e.shape = append(e.shape, e.json[start:]...)
	}
}

func (e *encoder) string(s string, r *rules) {
	if r == nil || r.own == nil || (r.own.kind == nonEmpty && s == "") {
		e.quote(s)
		return
	}
	if len(e.texts) == 0 {
		e.shape = append(e.shape, e.json...)
	}
	e.json = appendQuoted(e.json, s)
	e.shape = append(e.shape, gap)
	e.texts = append(e.texts, verbatim{s, r.own})
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// appendQuoted appends a string as JSON, with "<", ">", "&", U+2028 and U+2029 escaped.
func appendQuoted(to []byte, s string) []byte {
	if !isPlain(s) {
		data, err := json.Marshal(s)
		if err != nil {
			panic("render: a string does not encode: " + err.Error())
		}
		return append(to, data...)
	}
	to = append(to, '"')
	to = append(to, s...)
	return append(to, '"')
}

// isPlain reports whether nothing of a string is escaped in JSON, as in nearly all. It knows of ASCII alone.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c >= utf8.RuneSelf, c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}

// decode turns props into what encode takes.
func decode(props any) (any, error) {
	data, err := json.Marshal(props)
	if err != nil {
		return nil, err
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	err = decoder.Decode(&value)
	return value, err
}

// canonicalJSON encodes props, see encoded.
func canonicalJSON(props any) ([]byte, error) {
	value, err := decode(props)
	if err != nil {
		return nil, err
	}
	return encode(value, nil).json, nil
}

// object is the props of an island, by their names.
type object map[string]encoded

var errNotObject = errors.New("not a JSON object")

// encodeObject encodes props, which must be an object.
func encodeObject(props any, r *rules) (object, error) {
	value, err := decode(props)
	if err != nil {
		return nil, err
	}
	fields, ok := value.(map[string]any)
	if !ok {
		return nil, errNotObject
	}
	o := make(object, len(fields))
	for key, field := range fields {
		o[key] = encode(field, r.at(key))
	}
	return o, nil
}

// with returns o with the fields of other in the place of its own.
func (o object) with(other object) object {
	merged := maps.Clone(o)
	maps.Copy(merged, other)
	return merged
}

// without returns o without the fields that are the same in other.
func (o object) without(other object) object {
	rest := maps.Clone(o)
	maps.DeleteFunc(rest, func(key string, value encoded) bool {
		known, ok := other[key]
		return ok && bytes.Equal(known.json, value.json)
	})
	return rest
}

// encode joins the fields.
func (o object) encode() encoded {
	size := 2
	for key, field := range o {
		size += len(key) + len(field.json) + 4
	}
	e := encoded{json: make([]byte, 0, size), shape: make([]byte, 0, size)}
	write := func(part []byte) {
		e.json, e.shape = append(e.json, part...), append(e.shape, part...)
	}
	start := []byte{'{'}
	for _, key := range slices.Sorted(maps.Keys(o)) {
		field := o[key]
		write(append(appendQuoted(start, key), ':'))
		e.json, e.shape = append(e.json, field.json...), append(e.shape, field.shape...)
		e.texts = append(e.texts, field.texts...)
		start = append(start[:0], ',')
	}
	if len(o) == 0 {
		write(start)
	}
	write([]byte{'}'})
	return e
}

// filled returns the JSON of a shape with other texts in its gaps.
func filled(shape []byte, texts []string) []byte {
	var out bytes.Buffer
	for i := 0; ; i++ {
		before, after, found := bytes.Cut(shape, []byte{gap})
		out.Write(before)
		if !found {
			return out.Bytes()
		}
		out.Write(appendQuoted(out.AvailableBuffer(), texts[i]))
		shape = after
	}
}
