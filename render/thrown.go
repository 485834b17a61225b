package render

import (
	"bytes"
	"strings"

	"github.com/dop251/goja"
)

// Bounds of the texts of an [Error], in bytes, in stack frames and in components: a thrown value may be of any size.
const (
	maxMessage    = 8 << 10
	maxFrames     = 100
	maxComponents = 100
)

// describe returns the Error of an exception. Reading a thrown value may run its own JavaScript, so that describe is
// called within the limits of the render: a getter or toString may throw again, or never return.
func (w *worker) describe(name string, thrown *goja.Exception) *Error {
	e := &Error{Name: name, thrown: true, Components: w.componentsOf(thrown.Value())}
	if w.tree.waits {
		e.Message = strings.Join(append(e.Components, "a component")[:1], "") +
			" waits for a promise, and a render does not wait: pass data as props"
		e.Stack = e.Message + "\n" + formatFrames(w.starts())
		e.locate()
		return e
	}
	e.Message = shorten(inWords(w.textOf(thrown.Value())), maxMessage)
	frames := thrown.Stack()
	if first := w.tree.firstThrown; first != nil && first.Value().SameAs(thrown.Value()) {
		frames = first.Stack() // React catches what a component throws, and throws it again
	}
	if e.Stack = w.stackOf(thrown.Value()); e.Stack == "" {
		e.Stack = e.Message + "\n" + formatFrames(frames)
	}
	if lines := strings.SplitAfterN(e.Stack, "\n", maxFrames); len(lines) == maxFrames {
		e.Stack = strings.Join(lines[:maxFrames-1], "") + "\t…"
	}
	if e.locate(); e.File == "" && len(e.Components) > 0 { // React threw it, or Island
		e.Stack += "\n" + formatFrames(w.starts())
		e.locate()
	}
	w.read(func() { e.cause = thrown.Unwrap() })
	return e
}

// describeCaught returns the Error of what React caught in a <Suspense>.
func (w *worker) describeCaught(name string) *Error {
	return w.describe(name, w.read(func() { panic(w.tree.caught) }))
}

// starts returns the first instructions of the components in which React caught a value: an interrupt ends the call of
// each before it runs.
func (w *worker) starts() (starts []goja.StackFrame) {
	var functions []goja.Callable
	list, err := w.tree.ComponentFunctions(goja.Undefined(), w.tree.caughtIn, w.vm.ToValue(maxComponents))
	if err != nil || w.vm.ExportTo(list, &functions) != nil {
		return nil
	}
	for _, function := range functions {
		w.vm.Interrupt(nil)
		_, err := function(goja.Undefined())
		w.vm.ClearInterrupt()
		if interrupted, ok := err.(*goja.InterruptedError); ok {
			starts = append(starts, interrupted.Stack()[:1]...)
		}
	}
	return starts
}

// read calls f, which may run JavaScript, and returns what it throws.
func (w *worker) read(f func()) *goja.Exception { return w.vm.Try(f) }

func (w *worker) textOf(value goja.Value) (text string) {
	if symbol, ok := value.(*goja.Symbol); ok {
		return "Symbol(" + symbol.String() + ")"
	}
	again := w.read(func() { text = value.String() })
	if again == nil {
		return text
	}
	const message = "the thrown value cannot be described"
	reason := ""
	if _, isError := again.Value().(*goja.Object); isError {
		w.read(func() { reason = again.Value().String() })
	}
	if reason == "" {
		return message
	}
	return message + ": " + reason
}

// stackOf returns the property stack of a thrown value, or "" if it has none that is a text.
func (w *worker) stackOf(value goja.Value) (stack string) {
	object, ok := value.(*goja.Object)
	if !ok {
		return ""
	}
	w.read(func() {
		if text, ok := object.Get("stack").(goja.String); ok {
			stack = inWords(text.String())
		}
	})
	return stack
}

// componentsOf returns the names of the components in which React caught a value.
func (w *worker) componentsOf(value goja.Value) (names []string) {
	t := &w.tree
	if t.ComponentNames == nil || t.caught == nil || !t.waits && !t.caught.SameAs(value) {
		return nil
	}
	list, err := t.ComponentNames(goja.Undefined(), t.caughtIn, w.vm.ToValue(maxComponents))
	if err == nil {
		err = w.vm.ExportTo(list, &names)
	}
	if err != nil {
		return nil
	}
	return names
}

func formatFrames(frames []goja.StackFrame) string {
	var out bytes.Buffer
	for _, frame := range frames[:min(len(frames), maxFrames)] {
		out.WriteString("\tat ")
		frame.Write(&out)
		out.WriteByte('\n')
	}
	return out.String()
}

func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
