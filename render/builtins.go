package render

import (
	_ "embed"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// matchTimeout ends the search of a regular expression, which goja cannot interrupt, and no render may take longer:
// goja takes the end for no match.
const matchTimeout = 2 * time.Minute

func init() {
	regexp2.DefaultMatchTimeout = matchTimeout
	// As much as V8 has. The default does not suffice for texts of 20 KB.
	regexp2.DefaultOptimizationOptions.MaxBacktrackingStackSize = 1 << 24
}

//go:embed runtime/builtins.js
var builtinsScript string

var builtinsProgram = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile(runtimeNamespace+":builtins", builtinsScript, true)
})

// repairBuiltins makes objects of the language as they are in browsers: RegExp, Function and typed arrays.
func repairBuiltins(vm *goja.Runtime) error {
	function, err := vm.RunProgram(builtinsProgram())
	if err != nil {
		return err
	}
	call, _ := goja.AssertFunction(function)
	evaluate := func(source string) goja.Value { // undefined for an error, which goja's own Function throws
		program, err := compile([]byte(source), nil)
		if err != nil {
			return goja.Undefined()
		}
		value, _ := vm.RunProgram(program) // a function expression does not throw
		return value
	}
	own, err := call(goja.Undefined(), vm.Get("RegExp"), vm.ToValue(enginePattern), vm.ToValue(sourceOf),
		vm.ToValue(evaluate))
	if err != nil {
		return err
	}
	return vm.GlobalObject().DefineDataProperty("RegExp", own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
