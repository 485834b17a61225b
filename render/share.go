package render

import (
	"bytes"
	"encoding/json"
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
	bySlots := map[string]block{}
	for p, slots := range users {
		set := fmt.Sprint(slots)
		if bySlots[set].props == nil {
			bySlots[set] = block{object{}, slots}
		}
		bySlots[set].props[p.key] = json.RawMessage(p.json)
	}
	for _, b := range bySlots {
		if len(b.slots) == 1 {
			continue
		}
		// A block costs its own element, and each island an attribute.
		if saved := (len(b.slots) - 1) * len(b.props.encode()); saved > 80+40*len(b.slots) {
			found = append(found, b)
		}
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
	var out bytes.Buffer
	var uses []string
	for n, b := range all {
		if !slices.Contains(b.slots, i) {
			continue
		}
		if b.slots[0] == i {
			const element = `<script type="application/json" data-island-shared="%d">%s</script>`
			fmt.Fprintf(&out, element, n, b.props.encode())
		}
		uses = append(uses, strconv.Itoa(n))
	}
	fmt.Fprintf(&out, `<script type="application/json" data-island-props="%s"`, slots[i].ID)
	if len(uses) > 0 {
		fmt.Fprintf(&out, ` data-island-uses="%s"`, strings.Join(uses, " "))
	}
	out.WriteByte('>')
	return out.Bytes()
}
