package render

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// encoding is that of encoding/json, except that nil slices and maps are empty: components map lists, and null has no
// map. The packages are the standard library's of Go 1.27, which do not know the json.Number of earlier ones.
var encoding = jsonv2.JoinOptions(jsonv1.DefaultOptionsV1(),
	jsonv2.FormatNilSliceAsNull(false), jsonv2.FormatNilMapAsNull(false),
	jsonv2.WithMarshalers(jsonv2.MarshalFunc(func(n json.Number) ([]byte, error) {
		return []byte(cmp.Or(n, "0")), nil
	})))

// encode encodes a value for JavaScript. A whole number that JavaScript would round is an error: it may be an id.
func encode(value any) ([]byte, error) {
	data, err := jsonv2.Marshal(value, encoding)
	if err != nil {
		return nil, err
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(data), encoding)
	for {
		token, err := d.ReadToken()
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		if token.Kind() != '0' {
			continue
		}
		number := token.String()
		if strings.ContainsAny(number, ".eE") {
			continue
		}
		if n, _ := strconv.ParseFloat(number, 64); strconv.FormatFloat(n, 'f', -1, 64) != number {
			const message = "%s is %s, which JavaScript would round: encode it as a string"
			return nil, fmt.Errorf(message, d.StackPointer(), number)
		}
	}
}

// parseJSON is JSON.parse for valid JSON. goja's own reads tokens of encoding/json, which takes five times as long.
func parseJSON(vm *goja.Runtime, data []byte) goja.Value {
	return readValue(vm, jsontext.NewDecoder(bytes.NewBuffer(data), encoding))
}

func readValue(vm *goja.Runtime, d *jsontext.Decoder) goja.Value {
	token, err := d.ReadToken()
	if err != nil {
		panic(err)
	}
	switch token.Kind() {
	case '{':
		object := vm.NewObject()
		for d.PeekKind() != '}' {
			name := readValue(vm, d).String()
			value := readValue(vm, d)
			if name == "__proto__" { // Set would set the prototype
				err = object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
			} else {
				err = object.Set(name, value)
			}
			if err != nil {
				panic(err)
			}
		}
		_, _ = d.ReadToken() // the end
		return object
	case '[':
		var items []any
		for d.PeekKind() != ']' {
			items = append(items, readValue(vm, d))
		}
		_, _ = d.ReadToken()
		return vm.NewArray(items...)
	case '"':
		return vm.ToValue(token.String())
	case 't', 'f':
		return vm.ToValue(token.Bool())
	case 'n':
		return goja.Null()
	}
	digits := token.String()
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && digits != "-0" {
		return vm.ToValue(n)
	}
	n, _ := strconv.ParseFloat(digits, 64) // an infinity if it is too large, as in JavaScript
	return vm.ToValue(n)
}
