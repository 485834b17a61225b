package content

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// place is where a value stands in the source files.
type position struct {
	file string
	line int
}

func (p position) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// problem is one thing that is wrong with the sources. Its text is "file:line: what is wrong; what is wanted".
type diagnostic struct {
	at            position
	wrong, wanted string
}

func (p *diagnostic) Error() string { return fmt.Sprintf("%s: %s; %s", p.at, p.wrong, p.wanted) }

// problems gathers everything that is wrong, so that one run names it all.
type diagnostics []*diagnostic

func (ds *diagnostics) add(at position, wrong, wanted string) {
	*ds = append(*ds, &diagnostic{at, wrong, wanted})
}

// err joins the problems in the order of their places; nil where there are none.
func (ds diagnostics) err() error {
	sorted := slices.SortedStableFunc(slices.Values(ds), func(a, b *diagnostic) int {
		return cmp.Or(cmp.Compare(a.at.file, b.at.file), cmp.Compare(a.at.line, b.at.line))
	})
	errs := make([]error, len(sorted))
	for i, p := range sorted {
		errs[i] = p
	}
	return errors.Join(errs...)
}
