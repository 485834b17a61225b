package render

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
)

// checks renders each page and island of a pool once more in development, with React's development build, whose checks
// take thirty times as long: in a pool of its own, and after the browser has painted what was sent.
type checks struct {
	pool     func() (*pool, error)
	ended    atomic.Bool // another pool replaces this one
	mu       sync.Mutex
	warnings map[string][]Message // of all checks that have begun
}

// checkDelay is the time between a render and its check.
const checkDelay = time.Second

func (c *checks) init(programs []*goja.Program, cfg Config) {
	c.warnings = map[string][]Message{}
	c.pool = sync.OnceValues(func() (*pool, error) {
		own, err := cfg.checkingReact()
		if err != nil {
			cfg.Log.Error("check with React's development build", "err", err)
			return nil, err
		}
		cfg.Workers, cfg.Wait, cfg.Admit, cfg.Observe = 1, time.Minute, nil, nil
		return newPool(slices.Concat([]*goja.Program{own.program}, programs[1:]), nil, cfg), nil
	})
}

// check has a page or an island checked, unless that has begun. Use.Warnings has the result from then on.
func (p *pool) check(name string, render func(*worker) error) {
	c := &p.checks
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, begun := c.warnings[name]; begun || !p.cfg.Development {
		return
	}
	c.warnings[name] = nil
	time.AfterFunc(checkDelay, func() {
		if c.ended.Load() || p.cfg.life.Err() != nil {
			return
		}
		own, err := c.pool()
		if err != nil {
			return
		}
		warnings, err := use(p.cfg.life, own, name, func(w *worker) ([]Message, error) {
			w.warnings = nil
			err := render(w)
			if _, thrown := err.(*goja.Exception); thrown {
				err = nil // it is that of the render before
			}
			return w.warnings, err
		})
		if err != nil || len(warnings) == 0 || c.ended.Load() {
			return
		}
		c.mu.Lock()
		c.warnings[name] = warnings
		c.mu.Unlock()
		if p.cfg.Observe != nil {
			p.cfg.Observe(Use{Context: p.cfg.life, Name: name, Warnings: warnings})
		}
	})
}

func (c *checks) of(name string) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.warnings[name]
}
