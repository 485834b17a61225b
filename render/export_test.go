package render

import "github.com/dop251/goja"

// Load runs a script as the server program.
func Load(script string) error {
	program := goja.MustCompile("entry.js", script, false)
	_, err := newWorker([]*goja.Program{program}, Config{}.withDefaults())
	return err
}

// Stuck returns the number of discarded runtimes whose native functions go on.
func (e *Engine) Stuck() int64 { return e.pool.stuck.Load() }
