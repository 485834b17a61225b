package render

import (
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// What a render can fail with besides an [*Error] and the end of the caller's context. The last two are wrapped in an *Error that
// says what was rendered.
var (
	// ErrBusy is returned when no runtime came free within [Config.Wait]: answer with 503 and ask the client to come back.
	ErrBusy = errors.New("all JavaScript runtimes are busy")
	// ErrClosed is returned after [Engine.Close].
	ErrClosed = errors.New("the engine is closed")
	// ErrTimeout says that the render took longer than [Config.Timeout].
	ErrTimeout = errors.New("the render took too long")
	// ErrTooLarge says that the HTML is longer than [Config.MaxHTML].
	ErrTooLarge = errors.New("the HTML is too large")
)

// timeoutError is an ErrTimeout that knows the limit.
type timeoutError time.Duration

func (e timeoutError) Error() string {
	return fmt.Sprintf("the render took longer than %v", time.Duration(e))
}

// Is implements errors.Is.
func (e timeoutError) Is(target error) bool { return target == ErrTimeout }

// panicError is a panic in Go code that was called from JavaScript, in the interpreter, or in a plugin of the bundler.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// recovered turns a panic into an error: none may end the program that the engine is a part of. It is deferred.
func recovered(err *error) {
	if value := recover(); value != nil {
		*err = &panicError{value, debug.Stack()}
	}
}

// BuildError holds every message of a bundle that failed.
type BuildError struct {
	// Target is the bundle, [Server] or [Browser].
	Target   Target
	Messages []Message
}

// Message is what is wrong at one place of the sources.
type Message struct {
	Text string
	// File, Line and Column say where, in the sources below Config.Dir, and Source is that line. File is empty when that is not
	// known. Lines and columns begin at 1.
	File         string
	Line, Column int
	Source       string
}

// String is the message ready to print, with its place first, as compilers do.
func (m Message) String() string {
	if m.File == "" {
		return m.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s\n\t%s", m.File, m.Line, m.Column, m.Text, strings.TrimSpace(m.Source))
}

// Error has all messages.
func (e *BuildError) Error() string {
	text := fmt.Sprintf("bundle for the %s:", e.Target)
	for _, m := range e.Messages {
		text += "\n" + m.String()
	}
	return text
}

func newBuildError(target Target, messages []api.Message) *BuildError {
	e := &BuildError{Target: target}
	for _, m := range messages {
		message := Message{Text: m.Text}
		if l := m.Location; l != nil {
			message.File, message.Line, message.Column, message.Source = l.File, l.Line, l.Column+1, l.LineText
		}
		e.Messages = append(e.Messages, message)
	}
	return e
}

// Error is a failed render: a component threw, a page is not registered, or a limit was exceeded, see [ErrTimeout] and
// [ErrTooLarge].
type Error struct {
	// Name is the page or island that was being rendered.
	Name string
	// Message is what was thrown, without its position.
	Message string
	// File, Line and Column say where, in the sources below Config.Dir; File is empty when that is not known.
	File         string
	Line, Column int
	// Stack is the JavaScript stack; after a panic in Go, that of Go.
	Stack string
	// Components are the names of the component that threw and of those around it, the innermost first.
	Components []string
	cause      error
}

// Error names the place first, as compilers do.
func (e *Error) Error() string {
	at := ""
	if e.File != "" {
		at = fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Column)
	}
	return fmt.Sprintf("render %s: %s%s", e.Name, at, e.Message)
}

// Unwrap returns the interpreter's error.
func (e *Error) Unwrap() error { return e.cause }

// stackFrame matches a line of a goja stack: "at Hero (components/sections/Hero.tsx:41:7(12))".
var stackFrame = regexp.MustCompile(`(?m)\bat (?:[^\n]* \()?([^\s()]+):(\d+):(\d+)\(`)

// componentFrame matches a line of React's component stack: "at Hero (components/…)", or "at main" for an element.
var componentFrame = regexp.MustCompile(`(?m)^\s*at (\S+)`)

func newError(name string, err error) *Error {
	e := &Error{Name: name, Message: err.Error(), cause: err}
	var tooDeep *goja.StackOverflowError
	if errors.As(err, &tooDeep) {
		e.Message, e.Stack = "the call stack is too deep", tooDeep.String()
		e.locate()
		return e
	}
	var panicked *panicError
	if errors.As(err, &panicked) {
		e.Stack = string(panicked.stack)
		return e
	}
	thrown, ok := err.(*goja.Exception)
	if !ok {
		return e
	}
	e.Message, e.Stack = thrown.Value().String(), thrown.String()
	// React catches what a component throws and throws it again, so only the error object itself still knows where it
	// was made.
	if object, ok := thrown.Value().(*goja.Object); ok {
		if stack := object.Get("stack"); stack != nil && !goja.IsUndefined(stack) {
			e.Stack = stack.String()
		}
		if stack := object.Get("componentStack"); stack != nil && !goja.IsUndefined(stack) {
			for _, m := range componentFrame.FindAllStringSubmatch(stack.String(), -1) {
				e.Components = append(e.Components, m[1])
			}
		}
	}
	e.locate()
	return e
}

// locate sets the position to that of the first frame in our own sources: those above it are React's or the interpreter's.
func (e *Error) locate() {
	for _, m := range stackFrame.FindAllStringSubmatch(e.Stack, -1) {
		if strings.Contains(m[1], "node_modules/") || strings.HasPrefix(m[1], runtimeNamespace) || m[1] == "native" {
			continue
		}
		e.File = m[1]
		e.Line, _ = strconv.Atoi(m[2])
		e.Column, _ = strconv.Atoi(m[3])
		return
	}
}
