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
	p := jsonParser{vm, data, 0}
	return p.value()
}

type jsonParser struct {
	vm   *goja.Runtime
	data []byte
	at   int
}

// next skips white space and returns the byte after it.
func (p *jsonParser) next() byte {
	for strings.IndexByte(" \n\t\r", p.data[p.at]) >= 0 {
		p.at++
	}
	return p.data[p.at]
}

func (p *jsonParser) value() goja.Value {
	switch p.next() {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return p.vm.ToValue(p.text())
	case 't':
		p.at += len("true")
		return p.vm.ToValue(true)
	case 'f':
		p.at += len("false")
		return p.vm.ToValue(false)
	case 'n':
		p.at += len("null")
		return goja.Null()
	}
	return p.number()
}

func (p *jsonParser) object() goja.Value {
	object := p.vm.NewObject()
	for p.at++; p.next() != '}'; {
		if p.data[p.at] == ',' {
			p.at++
			p.next()
		}
		name := p.text()
		p.next()
		p.at++ // the colon
		value := p.value()
		var err error
		if name == "__proto__" { // Set would set the prototype
			err = object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		} else {
			err = object.Set(name, value)
		}
		if err != nil {
			panic(err)
		}
	}
	p.at++
	return object
}

func (p *jsonParser) array() goja.Value {
	var items []any
	for p.at++; p.next() != ']'; {
		if p.data[p.at] == ',' {
			p.at++
		}
		items = append(items, p.value())
	}
	p.at++
	return p.vm.NewArray(items...)
}

func (p *jsonParser) text() string {
	start := p.at
	for p.at++; ; {
		end := bytes.IndexAny(p.data[p.at:], `"\`)
		p.at += end + 1
		if p.data[p.at-1] == '"' {
			break
		}
		p.at++ // the escaped character
	}
	quoted := p.data[start:p.at]
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		panic(err)
	}
	return text
}

func (p *jsonParser) number() goja.Value {
	start := p.at
	for p.at < len(p.data) && strings.IndexByte("+-.eE0123456789", p.data[p.at]) >= 0 {
		p.at++
	}
	digits := string(p.data[start:p.at])
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && digits != "-0" {
		return p.vm.ToValue(n)
	}
	n, _ := strconv.ParseFloat(digits, 64) // an infinity if it is too large, as in JavaScript
	return p.vm.ToValue(n)
}
