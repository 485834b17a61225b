package render

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// block has props that several islands of a page share: the page has them once.
type block struct {
	props object
	slots []int
}

// blocks are those of a page, in the order of the first slot that uses them.
type blocks []block

// share finds props that several islands have in common, and adds them to their slots. The own props of an island in
// another state take precedence.
func (t *template) share() (found blocks) {
	type prop struct{ key, json string }
	users := map[prop][]int{}
	for i, s := range t.slots {
		if s.never || s.nested {
			continue
		}
		for key, value := range s.props.without(s.shared) {
			p := prop{key, string(value)}
			users[p] = append(users[p], i)
		}
	}
	bySlots := map[string]object{}
	for p, slots := range users {
		if len(slots) < 2 {
			continue
		}
		set := fmt.Sprint(slots)
		if bySlots[set] == nil {
			bySlots[set] = object{}
		}
		bySlots[set][p.key] = t.slots[slots[0]].props[p.key]
	}
	for _, props := range bySlots {
		var slots []int
		for key := range props {
			slots = users[prop{key, string(props[key])}]
		}
		// A block costs its own element, and each island an attribute.
		if saved := (len(slots) - 1) * len(props.encode()); saved <= 80+40*len(slots) {
			continue
		}
		found = append(found, block{props, slots})
	}
	slices.SortFunc(found, func(a, b block) int { return slices.Compare(a.slots, b.slots) })
	for _, b := range found {
		for _, i := range b.slots {
			maps.Copy(t.slots[i].shared, b.props)
		}
	}
	return found
}

// before returns the HTML before an island's own props: the blocks of which it is the first user, and the start of the
// element with its props.
func (all blocks) before(slots []Slot, i int) []byte {
	var out, uses strings.Builder
	for n, b := range all {
		if !slices.Contains(b.slots, i) {
			continue
		}
		if b.slots[0] == i {
			const element = `<script type="application/json" data-island-shared="%d">%s</script>`
			fmt.Fprintf(&out, element, n, b.props.encode())
		}
		if uses.Len() > 0 {
			uses.WriteByte(' ')
		}
		uses.WriteString(strconv.Itoa(n))
	}
	fmt.Fprintf(&out, `<script type="application/json" data-island-props="%s"`, slots[i].ID)
	if uses.Len() > 0 {
		fmt.Fprintf(&out, ` data-island-uses="%s"`, uses.String())
	}
	out.WriteByte('>')
	return []byte(out.String())
}
