package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// object is the props of an island by name, as canonical JSON: equal values have equal bytes, keys are sorted, and the
// bytes are safe in a script element. Lone surrogates are U+FFFD and line ends "\n", as in an HTML parser, so that the
// server and the browser see the same text.
type object map[string]json.RawMessage

var errNoObject = errors.New("not a JSON object")

// encodeObject encodes props, which must encode to a JSON object.
func encodeObject(props any) (object, error) {
	decoded, err := canonical(props)
	if err != nil {
		return nil, err
	}
	fields, ok := decoded.(map[string]any)
	if !ok {
		return nil, errNoObject
	}
	o := object{}
	for key, value := range fields {
		if o[key], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// canonical returns a value that encodes to canonical JSON.
func canonical(value any) (decoded any, err error) {
	data, err := encode(value)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	err = decoder.Decode(&decoded)
	return withLineFeeds(decoded), err
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
	out := []byte{'{'}
	for i, key := range slices.Sorted(maps.Keys(o)) {
		out = append(appendKey(out, i, key), o[key]...)
	}
	return append(out, '}')
}

// appendKey appends the name of field i of an object.
func appendKey(out []byte, i int, key string) []byte {
	if i > 0 {
		out = append(out, ',')
	}
	return append(appendString(out, key), ':')
}

// appendString appends a string as canonical JSON.
func appendString(out []byte, text string) []byte {
	special := func(c rune) bool { return c < ' ' || c > '~' || strings.ContainsRune(`"\<>&`, c) }
	if !strings.ContainsFunc(text, special) {
		return append(append(append(out, '"'), text...), '"')
	}
	data, _ := json.Marshal(lineEnds.Replace(text)) // strings do not fail
	return append(out, data...)
}

// encoder encodes JavaScript values as JSON.stringify does, in one pass. In development, values that JSON.stringify
// leaves out or replaces are errors: the component would not get them, on either side.
type encoder struct {
	*tree
	island slotSource
	path   []string // of the current value
}

// props encodes the props of the island.
func (e *encoder) props(value goja.Value) object {
	o := object{}
	if props, ok := value.(*goja.Object); ok {
		for _, key := range props.Keys() {
			if data, ok := e.appendValue(nil, key, props.Get(key)); ok {
				o[key] = data
			}
		}
	}
	return o
}

// appendValue appends a value. It returns false for one that JSON leaves out.
func (e *encoder) appendValue(out []byte, key string, value goja.Value) (_ []byte, ok bool) {
	e.step()
	e.path = append(e.path, key)
	defer func() { e.path = e.path[:len(e.path)-1] }()
	if len(e.path) > maxNativeDepth {
		e.refuse("is nested too deep, or contains itself")
	}
	if of, ok := value.(*goja.Object); ok {
		if toJSON, ok := goja.AssertFunction(of.Get("toJSON")); ok {
			var err error
			if value, err = toJSON(of, e.vm.ToValue(key)); err != nil {
				panic(err)
			}
		}
	}
	if value == nil || goja.IsUndefined(value) {
		return out, false
	}
	switch value := value.(type) {
	case goja.String:
		return appendString(out, value.String()), true
	case *goja.Symbol:
		e.lose("a symbol")
		return out, false
	case *goja.Object:
		return e.appendObject(out, value)
	}
	switch exported := value.Export().(type) {
	case bool:
		return strconv.AppendBool(out, exported), true
	case *big.Int:
		e.refuse("is a BigInt")
	case float64:
		if math.IsNaN(exported) || math.IsInf(exported, 0) {
			e.lose(value.String())
			return append(out, "null"...), true
		}
	}
	return append(out, value.String()...), true
}

// opaque are the classes of objects whose content JSON.stringify does not see.
var opaque = set("Map Set WeakMap WeakSet Promise RegExp Error ArrayBuffer DataView")

// classOf returns the class of an object, which may be a Proxy.
func classOf(of *goja.Object) string {
	if of.ExportType() == reflect.TypeFor[goja.Proxy]() {
		of = of.Export().(goja.Proxy).Target()
	}
	if tag, ok := of.GetSymbol(goja.SymToStringTag).(goja.String); ok {
		return tag.String()
	}
	return of.ClassName()
}

// appendObject appends an object, without its toJSON.
func (e *encoder) appendObject(out []byte, of *goja.Object) (_ []byte, ok bool) {
	class := classOf(of)
	switch {
	case typeOf(of) == "function":
		e.lose("a function")
		return out, false
	case class == "String": // an object
		return appendString(out, of.String()), true
	case class == "Number" || class == "Boolean":
		return e.appendValue(out, "", e.vm.ToValue(of.Export()))
	case class == "Array":
		out = append(out, '[')
		for i := range int(of.Get("length").ToInteger()) {
			if i > 0 {
				out = append(out, ',')
			}
			key := strconv.Itoa(i)
			if out, ok = e.appendValue(out, key, of.Get(key)); !ok {
				e.lose("a list with undefined in it")
				out = append(out, "null"...)
			}
		}
		return append(out, ']'), true
	case opaque[class]:
		e.lose("a " + class)
	}
	out = append(out, '{')
	keys := of.Keys()
	slices.Sort(keys)
	fields := 0
	for _, key := range keys {
		before := len(out)
		if out, ok = e.appendValue(appendKey(out, fields, key), key, of.Get(key)); ok {
			fields++
		} else {
			out = out[:before]
		}
	}
	return append(out, '}'), true
}

// lose throws in development, because JSON does not have the current value.
func (e *encoder) lose(value string) {
	if e.development {
		e.refuse("is " + value + ", which JSON does not have")
	}
}

// refuse throws an error about the current value.
func (e *encoder) refuse(why string) {
	const message = "Island %s of %s: its prop %s %s"
	path := strings.Join(e.path[:min(len(e.path), 10)], ".")
	panic(e.vm.NewTypeError(message, e.island.ID, e.island.Name, path, why))
}
