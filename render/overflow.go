package render

import (
	"runtime"
	"strings"

	"github.com/dop251/goja"
)

const (
	// callDepth bounds the JavaScript call stack, in frames. It does not bound the nesting of elements.
	callDepth = 16384
	// maxNested bounds the nodes around a node on the stack. React goes on with a deeper one in a task of its own.
	maxNested = 512
	// maxLevels bounds these tasks, one inside of the other.
	maxLevels = 100
	// maxOverflows bounds the overflows of the call stack in one render: React makes a task after each, too.
	maxOverflows = 32
)

// stackMessage is the message of V8, by which React recognizes an exceeded call stack.
const stackMessage = "Maximum call stack size exceeded"

// overflow makes an exceeded call stack an exception that JavaScript can catch: goja throws one that ends the render.
type overflow struct {
	vm         *goja.Runtime
	rangeError goja.Constructor
	count      int
	throwing   bool
}

func (o *overflow) init(vm *goja.Runtime) {
	o.vm = vm
	o.rangeError, _ = goja.AssertConstructor(vm.Get("RangeError"))
}

// callFunction calls a function. It is on the stack of all renders, for watch.
func callFunction(call goja.FunctionCall) goja.Value {
	f, _ := goja.AssertFunction(call.Argument(0))
	value, err := f(goja.Undefined())
	if err != nil {
		panic(err)
	}
	return value
}

// watch makes function, a native one, throw if the stack overflows while it is on the stack. When goja throws, it notes
// the names of the functions on the stack, and a name may be a getter.
func (o *overflow) watch(function *goja.Object) error {
	name := o.vm.ToValue(func(goja.FunctionCall) goja.Value {
		if !o.throwing && o.count < maxOverflows && isOverflow() {
			o.count++
			o.throwing = true
			defer func() { o.throwing = false }()
			thrown, err := o.rangeError(nil, o.vm.ToValue(stackMessage))
			if err == nil {
				panic(thrown)
			}
		}
		return o.vm.ToValue("run")
	})
	return function.DefineAccessorProperty("name", name, nil, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// isOverflow reports whether goja notes the names for an exceeded call stack, and not for an error of another kind.
func isOverflow() bool {
	var callers [16]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers[:])])
	for {
		frame, more := frames.Next()
		if strings.HasSuffix(frame.Function, "(*vm).pushCtx") {
			return true
		}
		if !more {
			return false
		}
	}
}
