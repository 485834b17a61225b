package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// Bounds of what one call of a native function may make. goja cannot interrupt it, and Go ends the program when it
// cannot allocate memory.
const (
	maxText     = 1 << 26 // characters
	maxReplaced = 1 << 29 // characters, at most: not all matches may be replaced
	maxElements = 1 << 24
	// maxNativeDepth bounds calls inside of each other, such as for the text of nested arrays: Go ends a program whose
	// stack is too large.
	maxNativeDepth = 10_000
)

// native is a function of goja that multiplies its arguments.
type native struct {
	of, name string
	// size returns the size of the result, and its bound.
	size func(goja.FunctionCall) (size, limit float64)
}

var multiplying = []native{
	{"String.prototype", "repeat", func(call goja.FunctionCall) (size, limit float64) {
		return lengthOf(call.This) * call.Argument(0).ToFloat(), maxText
	}},
	{"String.prototype", "padStart", paddedLength},
	{"String.prototype", "padEnd", paddedLength},
	{"String.prototype", "replace", replacedLength},
	{"String.prototype", "replaceAll", replacedLength},
	{"Array.prototype", "join", func(call goja.FunctionCall) (size, limit float64) {
		return lengthOf(call.This) * lengthOf(call.Argument(0)), maxText
	}},
	{"Array.prototype", "fill", func(call goja.FunctionCall) (size, limit float64) {
		return lengthOf(call.This), maxElements
	}},
	{"JSON", "parse", func(call goja.FunctionCall) (size, limit float64) {
		return float64(nesting(call.Argument(0).String())), maxNativeDepth
	}},
	{"Array.prototype", "flat", func(call goja.FunctionCall) (size, limit float64) {
		if call.Argument(0).ToFloat() > 100 {
			size = float64(levels(call.This, maxNativeDepth+1))
		}
		return size, maxNativeDepth
	}},
	{"Array", "from", func(call goja.FunctionCall) (size, limit float64) {
		return lengthOf(call.Argument(0)), maxElements
	}},
}

func paddedLength(call goja.FunctionCall) (size, limit float64) {
	return call.Argument(0).ToFloat(), maxText
}

// replacedLength is the length if each character is replaced.
func replacedLength(call goja.FunctionCall) (size, limit float64) {
	if _, ok := call.Argument(1).(goja.String); !ok {
		return 0, maxReplaced
	}
	return lengthOf(call.This) * lengthOf(call.Argument(1)), maxReplaced
}

// nesting returns how deep arrays and objects are nested in a JSON text.
func nesting(text string) (deepest int) {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			i++
		case inString:
		case c == '[' || c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		}
	}
	return deepest
}

// levels returns how deep arrays are nested, at most limit.
func levels(value goja.Value, limit int) (deepest int) {
	list, ok := value.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return 0
	}
	for i := 0; i < int(lengthOf(list)) && deepest < limit; i++ {
		deepest = max(deepest, 1+levels(list.Get(strconv.Itoa(i)), limit-1))
	}
	return deepest
}

// lengthOf returns the length of a string, an array, or an object like one. It is 0 for all other values.
func lengthOf(value goja.Value) float64 {
	switch value := value.(type) {
	case goja.String:
		return float64(value.Length())
	case *goja.Object:
		if length := value.Get("length"); length != nil {
			return length.ToFloat()
		}
	}
	return 0
}

// boundNatives makes the functions throw a RangeError, whose stack says where, instead of a result that is too large.
func boundNatives(vm *goja.Runtime) error {
	rangeError, _ := goja.AssertConstructor(vm.Get("RangeError"))
	refuse := func(message string) {
		thrown, err := rangeError(nil, vm.ToValue(message))
		if err != nil {
			panic(err)
		}
		panic(thrown)
	}
	depth := 0
	for _, n := range multiplying {
		of := vm.GlobalObject()
		for name := range strings.SplitSeq(n.of, ".") {
			of = of.Get(name).(*goja.Object)
		}
		original := of.Get(n.name).(*goja.Object)
		function := original.Export().(func(goja.FunctionCall) goja.Value)
		bounded := vm.ToValue(func(call goja.FunctionCall) goja.Value {
			depth++
			defer func() { depth-- }()
			if size, limit := n.size(call); size > limit {
				const message = "%s.%s would make %.0f characters, elements or levels, and the limit here is %.0f"
				refuse(fmt.Sprintf(message, n.of, n.name, size, limit))
			}
			if depth > maxNativeDepth {
				refuse(stackMessage)
			}
			return function(call)
		}).(*goja.Object)
		for _, property := range []string{"name", "length"} {
			value := original.Get(property)
			err := bounded.DefineDataProperty(property, value, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			if err != nil {
				return err
			}
		}
		err := of.DefineDataProperty(n.name, bounded, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		if err != nil {
			return err
		}
	}
	return nil
}
