package content

import "fmt"

// Unused reports the prices and facts that no page shows: they are forgotten, or their pages are. The error has a line for
// each, as Load's. Load itself takes such content, or nobody could remove a page before its facts.
func (s *Site) Unused() error { return s.unused.err() }

// unusedFacts are the diagnostics of [Site.Unused], once everything is decoded.
func (s *Site) unusedFacts(d *decoder) diagnostics {
	var ds diagnostics
	check := func(at any, kind, key string) {
		if name := kind + "." + key; !d.references.used[name] {
			ds.add(d.positions[at], fmt.Sprintf("%q is used nowhere", key), fmt.Sprintf("wanted {%s} in some text, or no such fact", name))
		}
	}
	for key, p := range s.prices.Prices {
		check(p, "price", key)
	}
	for key, p := range s.prices.Market {
		check(p, "market", key)
	}
	for key, f := range s.facts.Facts {
		check(f, "fact", key)
	}
	for _, key := range listsOfPages {
		d.references.use("list." + key)
	}
	for key, list := range s.facts.Lists {
		if len(list) > 0 {
			check(&list[0], "list", key)
		}
	}
	return ds
}
