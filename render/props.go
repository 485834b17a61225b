package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// object is the props of an island by name, as canonical JSON: equal values have equal bytes, keys are sorted, and the
// bytes are safe in a script element. Lone surrogates are U+FFFD and line ends "\n", as in an HTML parser, so that the
// server and the browser see the same text.
type object map[string]json.RawMessage

var errNoObject = errors.New("not a JSON object")

// encodeObject encodes props, which must encode to a JSON object.
func encodeObject(props any) (object, error) {
	data, err := encode(props)
	if err != nil {
		return nil, err
	}
	return objectOf(data)
}

func objectOf(data []byte) (o object, err error) {
	if data, err = canonical(data); err != nil {
		return nil, err
	}
	if data[0] != '{' {
		return nil, errNoObject
	}
	err = json.Unmarshal(data, &o)
	return o, err
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// jsonLineEnds replaces line ends in JSON, where a backslash may be one itself.
var jsonLineEnds = strings.NewReplacer(`\\`, `\\`, `\r\n`, `\n`, `\r`, `\n`)

func canonical(data []byte) ([]byte, error) {
	text := jsontext.Value(data)
	err := text.Format(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true),
		jsontext.ReorderRawObjects(true), jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true))
	if bytes.Contains(text, []byte(`\r`)) {
		text = []byte(jsonLineEnds.Replace(string(text)))
	}
	return text, err
}

// without returns o without the fields that other has with the same value.
func (o object) without(other object) object {
	rest := maps.Clone(o)
	maps.DeleteFunc(rest, func(key string, value json.RawMessage) bool {
		same, ok := other[key]
		return ok && bytes.Equal(same, value)
	})
	return rest
}

func (o object) encode() []byte {
	data, _ := json.Marshal(o) // its values are JSON
	return data
}
