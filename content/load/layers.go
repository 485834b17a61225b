package load

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Layer is a folder of files. Name precedes its files in diagnostics; it is empty for the owner's folder.
type Layer struct {
	Name  string
	Files fs.FS
}

// builtIn is the name of the program's layer, below all others.
const builtIn = "built-in"

// BuiltIn reports whether a position is in the program's layer: the owner cannot mend what is there.
func (p Position) BuiltIn() bool { return strings.HasPrefix(p.File, builtIn+"/") }

func (d *Decoder) owned(file, key string) bool {
	keys, ok := d.Owned[file]
	if !ok {
		keys, ok = d.Owned[path.Dir(file)]
	}
	return ok && (keys == nil || slices.Contains(keys, key))
}

// Has reports whether a layer has a file.
func (d *Decoder) Has(file string) bool {
	return slices.ContainsFunc(d.layers, func(layer Layer) bool {
		_, err := fs.Stat(layer.Files, file)
		return err == nil
	})
}

type layered struct {
	name string
	data []byte
}

// read reads a file in each layer that has it, the uppermost first; false, with a diagnostic, if that fails.
func (d *Decoder) read(file string) (list []layered, ok bool) {
	for _, layer := range d.layers {
		if layer.Name == builtIn && d.owned(file, "") {
			continue
		}
		if _, err := fs.Stat(layer.Files, file); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		name := path.Join(layer.Name, file)
		data, err := ReadFile(layer.Files, file)
		if !d.ReportFile(name, err) {
			return nil, false
		}
		list = append(list, layered{name, data})
	}
	if list == nil {
		_, err := ReadFile(d.Fsys, file)
		return nil, d.ReportFile(file, err)
	}
	return list, true
}

// ReportFile adds the error of [ReadFile], if there is one, for a file in a layer.
func (d *Decoder) ReportFile(name string, err error) (ok bool) {
	if problem := (*Diagnostic)(nil); errors.As(err, &problem) {
		problem.At.File = name
		*d.Diagnostics = append(*d.Diagnostics, problem)
	}
	return err == nil
}

// Parse reads and parses a file, completed with those of the layers below; nil, with a diagnostic, if that fails.
func (d *Decoder) Parse(file string) (whole ast.Node) {
	list, _ := d.read(file)
	for i, layer := range list {
		if i > 0 && !d.Other && bytes.Equal(layer.data, list[i-1].data) {
			continue // the program's content itself
		}
		node := d.ParseText(layer.name, string(layer.data))
		switch {
		case node == nil:
			return nil
		case whole == nil:
			whole = node
			d.origins[node] = layer.name
			if root, ok := node.(*ast.MappingNode); ok && d.ofProgram(node) {
				root.Values = slices.DeleteFunc(root.Values, func(pair *ast.MappingValueNode) bool {
					return d.owned(file, pair.Key.GetToken().Value)
				})
			}
		default:
			if _, listed := d.Owned[file]; d.Other && !listed {
				d.adopt(whole, node, layer.name)
			}
			d.expand(whole, node, file, layer.name)
			d.complete(whole, node, file, layer.name)
		}
	}
	return whole
}

func (d *Decoder) ofProgram(node ast.Node) bool { return (Position{File: d.origins[node]}).BuiltIn() }

// adopt marks what a node of an upper layer has word for word from a lower one, as in a copied file. Items of lists
// correspond if they are the same, begin with the same key and value or, in lists of one length, have the same place.
func (d *Decoder) adopt(upper, lower ast.Node, layer string) {
	if upper.String() == lower.String() {
		d.origins[upper] = layer
		return
	}
	switch upper := upper.(type) {
	case *ast.MappingNode:
		for _, pair := range upper.Values {
			if below := Child[ast.Node](lower, pair.Key.GetToken().Value); below != nil {
				d.adopt(pair.Value, below, layer)
			}
		}
	case *ast.SequenceNode:
		list, _ := lower.(*ast.SequenceNode)
		for i, item := range upper.Values {
			if list == nil {
				return
			}
			j := slices.IndexFunc(list.Values, func(below ast.Node) bool { return below.String() == item.String() })
			if j < 0 {
				j = slices.IndexFunc(list.Values, func(below ast.Node) bool {
					return head(item) != "" && head(below) == head(item)
				})
			}
			if j < 0 && len(upper.Values) == len(list.Values) {
				j = i
			}
			if j >= 0 {
				d.adopt(item, list.Values[j], layer)
			}
		}
	}
}

func head(item ast.Node) string {
	if mapping, ok := item.(*ast.MappingNode); ok && len(mapping.Values) > 0 {
		return mapping.Values[0].String()
	}
	return ""
}

// expand completes items that are a slug alone, or have no name or title, with the lower layer's entry of that slug.
func (d *Decoder) expand(upper, lower ast.Node, file, layer string) {
	entries := map[string]ast.Node{}
	for _, node := range ast.Filter(ast.MappingType, lower) {
		entries[Slug(node)] = node
	}
	delete(entries, "")
	for _, list := range ast.Filter(ast.SequenceType, upper) {
		items := list.(*ast.SequenceNode).Values
		for i, item := range items {
			below := entries[Slug(item)]
			switch _, isSlug := item.(*ast.StringNode); {
			case below == nil:
			case isSlug:
				items[i], d.origins[below] = below, layer
			case Child[ast.Node](item, "name") == nil && Child[ast.Node](item, "title") == nil:
				d.complete(item, below, file, layer)
			}
		}
	}
}

// complete adds the keys that a mapping lacks, but not in lists; of a price, a range below does not end an upper one.
// Another company gets nothing of a sample.
func (d *Decoder) complete(upper, lower ast.Node, file, layer string) {
	whole, _ := upper.(*ast.MappingNode)
	from, _ := lower.(*ast.MappingNode)
	sample := Child[*ast.BoolNode](lower, sampleKey)
	if whole == nil || from == nil || d.Other && sample != nil && sample.Value {
		return
	}
	amount := Child[ast.Node](whole, "low") != nil || Child[ast.Node](from, "low") != nil
	for _, pair := range from.Values {
		key := pair.Key.GetToken().Value
		if amount && key != "extra" && key != "each" {
			continue
		}
		if value := Child[ast.Node](whole, key); value != nil {
			d.complete(value, pair.Value, file, layer)
		} else if !d.owned(file, key) || !(Position{File: layer}).BuiltIn() {
			d.origins[pair.Value] = layer
			whole.Values = append(whole.Values, pair)
		}
	}
}

// Slug returns the slug of an entry of a list, which is the slug alone or has it as a key; "" without one.
func Slug(entry ast.Node) string {
	text, ok := entry.(*ast.StringNode)
	if !ok {
		text = Child[*ast.StringNode](entry, "slug")
	}
	if text == nil {
		return ""
	}
	return text.Value
}

// prune removes what is not of this company: items of lists that belong to a page or need a reference that it does not
// have and, of what is the program's, samples and items that state a fact or lead to a page that it does not have, or
// name something that it does not take. It reports whether nothing is left of the node.
func (d *Decoder) prune(node ast.Node, program bool) (gone bool) {
	program = program || d.ofProgram(node)
	switch node := node.(type) {
	case *ast.MappingNode:
		if sample := Child[*ast.BoolNode](node, sampleKey); program && sample != nil && sample.Value {
			return true
		}
		node.Values = slices.DeleteFunc(node.Values, func(pair *ast.MappingValueNode) bool {
			emptied := d.prune(pair.Value, program)
			gone = gone || emptied && slices.Contains(essential, pair.Key.GetToken().Value)
			_, list := pair.Value.(*ast.SequenceNode)
			return emptied && !list // another list may be empty
		})
	case *ast.SequenceNode:
		before := len(node.Values)
		node.Values = slices.DeleteFunc(node.Values, func(item ast.Node) bool {
			program := program || d.ofProgram(item)
			price := Child[*ast.StringNode](item, "price") // what else the item needs, nobody has to say
			return price != nil && d.statesMissingFact(price, program) || d.leadsNowhere(item, program) ||
				program && d.isRefused(item) || d.prune(item, program) || d.statesMissingFact(item, program) ||
				d.lacksNeed(item)
		})
		if len(node.Values) < before {
			d.pruned[node] = true
		}
		return before > 0 && len(node.Values) == 0
	}
	return gone
}

// essential are the keys without whose lists nothing is left of what has them.
var essential = []string{"items", "rows", "answer", "text"}

// leadsNowhere reports whether none of an item's pages exists, or its link leads to none or to one that is off.
func (d *Decoder) leadsNowhere(item ast.Node, program bool) bool {
	return d.BrokenLink != nil && slices.ContainsFunc([]string{"href", pageKey}, func(key string) bool {
		target := Child[ast.Node](item, key)
		if target == nil {
			return false
		}
		if own, ok := target.(*ast.StringNode); ok && key != pageKey && !program && !d.ofProgram(target) {
			return d.Off != nil && d.Off(own.Value)
		}
		hrefs := ast.Filter(ast.StringType, target)
		return len(hrefs) > 0 && !slices.ContainsFunc(hrefs, func(href ast.Node) bool {
			written := href.(*ast.StringNode).Value
			wrong, _ := d.BrokenLink(written)
			return wrong == "" || Reference.MatchString(written)
		})
	})
}

// isRefused reports whether an item, or its plural, begins with something that the company does not take.
func (d *Decoder) isRefused(item ast.Node) bool {
	texts := []ast.Node{item, Child[ast.Node](item, "text"), Child[ast.Node](item, "plural")}
	return d.References != nil && slices.ContainsFunc(texts, func(text ast.Node) bool {
		written, ok := text.(*ast.StringNode)
		return ok && d.References.IsRefused(written.Value)
	})
}

func (d *Decoder) needs(item ast.Node) []string {
	named := Child[ast.Node](item, needsKey)
	if named == nil || d.References == nil {
		return nil
	}
	return Each(ast.Filter(ast.StringType, named), func(key *ast.Node) string { return (*key).(*ast.StringNode).Value })
}

// lacksNeed reports whether the company lacks something that an item needs, and notes which facts are left out with it.
// Needs are marked as used; of an item that is left out, the practices, which the owner can still answer.
func (d *Decoder) lacksNeed(item ast.Node) bool {
	keys := d.needs(item)
	lacks := slices.ContainsFunc(keys, func(key string) bool { return d.References.Texts[key] == "" })
	for _, key := range keys {
		if !lacks || strings.HasPrefix(key, "practice.") {
			d.References.Use(key)
		}
	}
	if lacks {
		for _, match := range Reference.FindAllStringSubmatch(item.String(), -1) {
			d.References.LeftOut[Uncapitalize(match[1])] = true
		}
	}
	return lacks
}

// statesMissingFact reports whether an item's text of the program, or on the form, refers to what the company lacks.
func (d *Decoder) statesMissingFact(item ast.Node, program bool) bool {
	return d.References != nil && slices.ContainsFunc(ast.Filter(ast.StringType, item), func(text ast.Node) bool {
		return (program || d.ofProgram(text) || strings.Contains(text.String(), "{form}")) &&
			d.References.lacks(text.(*ast.StringNode).Value)
	})
}

// Child returns the value of a mapping's key, or nil if the key is missing or its value has another type than T.
func Child[T ast.Node](node ast.Node, key string) (value T) {
	if mapping, ok := node.(ast.MapNode); ok {
		for entries := mapping.MapRange(); entries.Next(); {
			if entries.Key().GetToken().Value == key {
				value, _ = entries.Value().(T)
			}
		}
	}
	return value
}
