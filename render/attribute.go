package render

import (
	"math/big"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// sample is a prop with one of the values for which React's attribute is kept: the address and the text below, a
// boolean, or a function, which stands for all functions.
type sample struct{ prop, of string }

// React writes any text as it writes these, if it writes them as they are. Where React replaces the second one, which
// is a script, it replaces no address of isPlainAddress.
const anyAddress, anyText = "/", "javascript:"

// maxSamples bounds the attributes that are kept.
const maxSamples = 1000

// appendAttribute appends React's attribute for a prop.
func (t *tree) appendAttribute(tag []byte, prop string, value goja.Value) []byte {
	switch typeOf(value) {
	case "string", "number":
		text := value.String()
		before, ok := strings.CutSuffix(t.attributeLike(sample{prop, anyText}, nil), anyText+`"`)
		if !ok && isPlainAddress(text) {
			before, ok = strings.CutSuffix(t.attributeLike(sample{prop, anyAddress}, nil), anyAddress+`"`)
		}
		if ok {
			return append(appendEscaped(append(tag, before...), text), '"')
		}
	case "boolean":
		return append(tag, t.attributeLike(sample{prop, value.String()}, value)...)
	case "function":
		return append(tag, t.attributeLike(sample{prop, "function"}, value)...)
	}
	return append(tag, t.attribute(prop, value)...)
}

// attributeLike returns React's attribute for a prop with a value, by default the sample's text.
func (t *tree) attributeLike(of sample, value goja.Value) string {
	text, known := t.samples[of]
	if !known {
		if value == nil {
			value = t.vm.ToValue(of.of)
		}
		if len(t.samples) >= maxSamples {
			clear(t.samples)
		}
		text = t.attribute(of.prop, value)
		t.samples[of] = text
	}
	return text
}

// attribute returns the attribute that React writes.
func (t *tree) attribute(prop string, value goja.Value) string {
	text, err := t.Attribute(goja.Undefined(), t.vm.ToValue(prop), value)
	if err != nil {
		panic(err)
	}
	return text.String()
}

// typeOf is JavaScript's typeof for values other than null and undefined.
func typeOf(value goja.Value) string {
	switch value := value.(type) {
	case goja.String:
		return "string"
	case *goja.Symbol:
		return "symbol"
	case *goja.Object: // Export would copy it, and AssertFunction makes a function
		if value.ClassName() == "Function" {
			return "function"
		}
		if _, ok := goja.AssertFunction(value); ok {
			return "function"
		}
		return "object"
	}
	switch value.Export().(type) {
	case bool:
		return "boolean"
	case *big.Int:
		return "bigint"
	}
	return "number"
}

// isPlainAddress reports whether a URL certainly runs no script, for which React would replace it.
func isPlainAddress(address string) bool {
	starts := []string{"/", "#", "https:", "tel:", "sms:", "mailto:"}
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(address, start) })
}
