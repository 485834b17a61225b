package render

import "github.com/dop251/goja"

// localeMethods depend on a locale, or on the English name of a time zone. goja's ignore both.
var localeMethods = map[string][]string{
	"Number": {"toLocaleString"}, "BigInt": {"toLocaleString"}, "Array": {"toLocaleString"},
	"Date":   {"toString", "toTimeString", "toLocaleString", "toLocaleDateString", "toLocaleTimeString"},
	"String": {"localeCompare", "toLocaleUpperCase", "toLocaleLowerCase"},
}

// replaceMethods replaces localeMethods by those of runtime/globals/intl.js, which runs when one of them is called.
func (g *globals) replaceMethods() {
	for of, names := range localeMethods {
		prototype := g.vm.Get(of).(*goja.Object).Get("prototype").(*goja.Object)
		for _, name := range names {
			method := g.vm.ToValue(func(call goja.FunctionCall) goja.Value {
				own := g.globalsOf(scriptWith("Intl")).Get("methods").(*goja.Object).Get(of).(*goja.Object).Get(name)
				f, _ := goja.AssertFunction(own)
				result, err := f(call.This, call.Arguments...)
				if err != nil {
					panic(err)
				}
				return result
			})
			_ = prototype.DefineDataProperty(name, method, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
}
