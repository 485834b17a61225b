package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"strings"
)

// object is the props of an island by name, as canonical JSON: equal values have equal bytes, keys are sorted, and the
// bytes are safe in a script element.
type object map[string]json.RawMessage

// encodeObject encodes props, which must encode to a JSON object.
func encodeObject(props any) (object, error) {
	data, err := canonicalJSON(props)
	if err != nil {
		return nil, err
	}
	if data[0] != '{' {
		return nil, errors.New("not a JSON object")
	}
	var o object
	err = json.Unmarshal(data, &o)
	return o, err
}

// canonicalJSON encodes a value. It replaces what HTML cannot represent, so that the server and the browser see the
// same text: lone surrogates become U+FFFD, and line ends become "\n", as in an HTML parser.
func canonicalJSON(value any) ([]byte, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var decoded any
	if err := decoder.Decode(&decoded); err != nil {
		return nil, err
	}
	return json.Marshal(withLineFeeds(decoded))
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// withLineFeeds returns a decoded JSON value with "\n" for every line end in its strings.
func withLineFeeds(value any) any {
	switch value := value.(type) {
	case string:
		return lineEnds.Replace(value)
	case []any:
		for i, item := range value {
			value[i] = withLineFeeds(item)
		}
	case map[string]any:
		for key, item := range value {
			value[key] = withLineFeeds(item)
		}
	}
	return value
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

// encode joins the fields.
func (o object) encode() []byte {
	data, err := json.Marshal(o)
	if err != nil {
		panic("render: encoded props do not encode: " + err.Error())
	}
	return data
}
