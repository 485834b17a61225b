package render

import (
	"encoding/json"
	"fmt"
	"math"
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
	{"Array.prototype", "fill", lengthOfThis},
	{"Array.prototype", "slice", lengthOfThis},
	{"Array.prototype", "sort", lengthOfThis},
	{"String.prototype", "split", lengthOfThis},
	{"Array", "from", lengthOfArgument(0)},
	{"Function.prototype", "apply", lengthOfArgument(1)},
	{"Reflect", "apply", lengthOfArgument(2)},
	{"Reflect", "construct", lengthOfArgument(1)},
	{"JSON", "parse", func(call goja.FunctionCall) (size, limit float64) {
		return nesting(call.Argument(0).String()), maxNativeDepth
	}},
	{"Array.prototype", "flat", func(call goja.FunctionCall) (size, limit float64) {
		depth := 1.0
		if !goja.IsUndefined(call.Argument(0)) {
			depth = call.Argument(0).ToFloat()
		}
		return flattened(call.This, depth, 1), maxElements
	}},
	{"JSON", "stringify", func(goja.FunctionCall) (size, limit float64) { return 0, 0 }}, // see nestedBound
}

func lengthOfThis(call goja.FunctionCall) (size, limit float64) {
	return lengthOf(call.This), maxElements
}

func lengthOfArgument(i int) func(goja.FunctionCall) (size, limit float64) {
	return func(call goja.FunctionCall) (size, limit float64) { return lengthOf(call.Argument(i)), maxElements }
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

// nesting returns one level too many for a JSON text that Go's own decoder refuses as nested too deep.
func nesting(text string) float64 {
	var value json.RawMessage
	if err := json.Unmarshal([]byte(text), &value); err != nil && strings.Contains(err.Error(), "max depth") {
		return maxNativeDepth + 1
	}
	return 0
}

// flattened returns the number of elements of a flattened array: too many if they are nested too deep.
func flattened(value goja.Value, depth float64, level int) (count float64) {
	list, ok := value.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return 1
	}
	length := lengthOf(list)
	switch {
	case level > maxNativeDepth || length > maxElements:
		return math.Inf(1)
	case depth < 1:
		return length
	}
	for i := 0; i < int(length) && count <= maxElements; i++ {
		count += flattened(list.Get(strconv.Itoa(i)), depth-1, level+1)
	}
	return count
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
		if n.name == "stringify" {
			function = nestedBound(vm, function, refuse)
		}
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

// nestedBound makes JSON.stringify refuse values that are nested too deep, by a replacer: it is called with the object
// that has the value, and before the values inside.
func nestedBound(
	vm *goja.Runtime, stringify func(goja.FunctionCall) goja.Value, refuse func(string),
) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		var around []goja.Value
		own, replaces := goja.AssertFunction(call.Argument(1))
		replacer := func(inner goja.FunctionCall) goja.Value {
			for len(around) > 0 && around[len(around)-1] != inner.This {
				around = around[:len(around)-1]
			}
			value := inner.Argument(1)
			if replaces {
				var err error
				if value, err = own(inner.This, inner.Arguments...); err != nil {
					panic(err)
				}
			}
			if _, ok := value.(*goja.Object); ok {
				around = append(around, value)
			}
			if len(around) > maxNativeDepth {
				refuse(stackMessage)
			}
			return value
		}
		bounded := call
		bounded.Arguments = []goja.Value{call.Argument(0), vm.ToValue(replacer), call.Argument(2)}
		text := stringify(bounded)
		if _, isList := call.Argument(1).(*goja.Object); isList && !replaces {
			return stringify(call)
		}
		return text
	}
}
