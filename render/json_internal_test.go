package render

import (
	"testing"

	"github.com/dop251/goja"
)

// parseJSON agrees with JSON.parse, including the order of keys, numbers and prototypes.
func TestParseJSON(t *testing.T) {
	vm := goja.New()
	show, err := vm.RunString(`(function show(v) {
  if (typeof v === "number") return Object.is(v, -0) ? "-0" : String(v);
  if (typeof v !== "object" || v === null) return typeof v + JSON.stringify(v);
  return Object.getPrototypeOf(v).constructor.name + "{" + Object.entries(Object.getOwnPropertyDescriptors(v))
    .map(([k, d]) => JSON.stringify(k) + d.writable + d.enumerable + d.configurable + show(d.value)).join() + "}";
})`)
	if err != nil {
		t.Fatal(err)
	}
	shown, _ := goja.AssertFunction(show)
	parse, _ := goja.AssertFunction(vm.Get("JSON").ToObject(vm).Get("parse"))
	text := func(v goja.Value, err error) string {
		if err == nil {
			v, err = shown(goja.Undefined(), v)
		}
		if err != nil {
			t.Fatal(err)
		}
		return v.String()
	}
	for _, data := range []string{
		`{"__proto__":{"a":1},"constructor":null,"toString":"x","2":1,"1":2,"a":1,"a":2}`,
		` [ 1 , { "a" : [ ] , "b" : { } } , "" ] `,
		`[0,-0,-0.0,1e3,1.5,-1E-7,9007199254740993,123456789012345678901234567890,2147483648,1.0]`,
		`"\"\\\/\b\f\n\r\t\u0041\ud83d\ude9b\ud800 –🚛"`, `[true,false,null]`, `{"–":"\u2028"}`,
	} {
		got, want := text(parseJSON(vm, []byte(data)), nil), text(parse(goja.Undefined(), vm.ToValue(data)))
		if got != want {
			t.Errorf("%s is %s, want %s", data, got, want)
		}
	}
}
