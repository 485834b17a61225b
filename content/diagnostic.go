package content

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// position is where a value is in the content files.
type position struct {
	file string
	line int
}

func (p position) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// diagnostic is one error in the content files. Its text is "file:line: what is wrong; what is wanted".
type diagnostic struct {
	at            position
	wrong, wanted string
}

func (d *diagnostic) Error() string { return fmt.Sprintf("%s: %s; %s", d.at, d.wrong, d.wanted) }

// diagnostics collects all errors, so that one run reports all of them.
type diagnostics []*diagnostic

func (ds *diagnostics) add(at position, wrong, wanted string) {
	*ds = append(*ds, &diagnostic{at, wrong, wanted})
}

// err joins the diagnostics in the order of their positions; nil where there are none.
func (ds diagnostics) err() error {
	sorted := slices.SortedStableFunc(slices.Values(ds), func(a, b *diagnostic) int {
		return cmp.Or(cmp.Compare(a.at.file, b.at.file), cmp.Compare(a.at.line, b.at.line))
	})
	errs := make([]error, len(sorted))
	for i, d := range sorted {
		errs[i] = d
	}
	return errors.Join(errs...)
}
