package render

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// checks renders each page and island of a pool once more in development, with React's development build, whose checks
// take thirty times as long: in a runtime of its own, and after the browser has painted what was sent.
type checks struct {
	running sync.Mutex
	worker  *worker
	ended   atomic.Bool // another pool replaces this one

	mu       sync.Mutex
	begun    map[string]bool
	warnings map[string][]Message
}

// checkDelay is the time between a render and its check.
const checkDelay = time.Second

// check has a page or an island checked, unless that has begun. Use.Warnings has the result from then on.
func (p *pool) check(name string, render func(*worker) error) {
	p.checks.mu.Lock()
	defer p.checks.mu.Unlock()
	if !p.cfg.Development || p.checks.begun[name] {
		return
	}
	p.checks.begun[name] = true
	time.AfterFunc(checkDelay, func() {
		p.cfg.life.inUse.RLock()
		defer p.cfg.life.inUse.RUnlock()
		if warnings := p.checks.run(p, name, render); len(warnings) > 0 && p.cfg.Observe != nil {
			p.cfg.Observe(Use{Context: p.cfg.life, Name: name, Warnings: warnings})
		}
	})
}

// run returns the warnings of one page or island. Its errors are those of the render before.
func (c *checks) run(p *pool, name string, render func(*worker) error) []Message {
	c.running.Lock()
	defer c.running.Unlock()
	if c.ended.Load() || p.cfg.life.Err() != nil {
		return nil
	}
	if c.worker == nil {
		own, err := p.cfg.checkingReact()
		if err == nil {
			programs := slices.Insert(slices.Clone(p.programs[1:]), 0, own.program)
			c.worker, err = newWorker(programs, p.cfg)
		}
		if err != nil {
			p.cfg.Log.Error("check with React's development build", "err", err)
			c.ended.Store(true)
			return nil
		}
	}
	w := c.worker
	err := withLimit(context.Background(), w, name, firstFactor*p.cfg.Timeout, func() error {
		w.out.Reset()
		w.tree.reset()
		w.warnings = nil
		return render(w)
	})
	if err != nil && !newError(name, err).thrown {
		c.worker = nil // in use, or in an undefined state
		return nil
	}
	if c.ended.Load() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.warnings[name] = w.warnings
	return w.warnings
}

// of returns the warnings of a page or an island.
func (c *checks) of(name string) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.warnings[name]
}
