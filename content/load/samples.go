package load

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Sample is something invented for the company that the built-in content describes, such as a review.
type Sample struct {
	File string
	Line int
	Key  string // "testimonials.items[0]"
}

// Samples finds everything in the files that says sample: true, and removes it for a public host: the item of a list,
// the value of a key, and each sentence that states a fact that is a sample. Without it, a list of items goes with its
// title, and a card without its title or its text goes too, as does a question without a sentence of its answer.
type Samples struct {
	LeaveOut bool
	Found    []Sample
	facts    map[string]bool // the keys of facts that are samples
}

const sampleKey = "sample"

// NewSamples returns a finder of samples, which removes them if leaveOut is set.
func NewSamples(leaveOut bool) *Samples {
	return &Samples{LeaveOut: leaveOut, facts: map[string]bool{}}
}

// mayConcern spares the files without samples the walk.
func (s *Samples) mayConcern(text string) bool {
	return strings.Contains(text, sampleKey+":") || s.LeaveOut && strings.Contains(strings.ToLower(text), "{fact.")
}

// take removes the samples of a parsed file.
func (s *Samples) take(file string, tree ast.Node) { s.visit(file, "", tree, false) }

// visit removes the samples in a node, and reports whether nothing is left of the node itself.
func (s *Samples) visit(file, key string, node ast.Node, item bool) (gone bool) {
	switch node := node.(type) {
	case *ast.MappingNode:
		return s.visitMapping(file, key, node, item)
	case *ast.SequenceNode:
		before := len(node.Values)
		for i, value := range node.Values {
			if s.visit(file, fmt.Sprintf("%s[%d]", key, i), value, true) {
				node.Values[i] = nil
			} else if text := Child[ast.Node](value, "text"); text != nil && len(value.(*ast.MappingNode).Values) == 1 {
				node.Values[i] = text // it was { text: …, sample: true }
			}
		}
		node.Values = slices.DeleteFunc(node.Values, func(value ast.Node) bool { return value == nil })
		return before > 0 && len(node.Values) == 0
	case *ast.StringNode:
		node.Value = s.Sentences(node.Value)
		return node.Value == ""
	case *ast.LiteralNode:
		return s.visit(file, key, node.Value, item)
	}
	return false
}

func (s *Samples) visitMapping(file, key string, node *ast.MappingNode, item bool) (gone bool) {
	if s.marked(file, key, node) {
		return s.LeaveOut
	}
	// Without a sentence of its answer, a question is not answered.
	if answer := Child[*ast.StringNode](node, "answer"); item && s.LeaveOut && answer != nil &&
		s.mentions(answer.Value) {
		return true
	}
	var removed []string
	node.Values = slices.DeleteFunc(node.Values, func(pair *ast.MappingValueNode) bool {
		name := pair.Key.GetToken().Value
		if !s.visit(file, strings.TrimPrefix(key+"."+name, "."), pair.Value, false) {
			return false
		}
		removed = append(removed, name)
		_, text := pair.Value.(*ast.StringNode)
		gone = gone || item && text || key != "" && name == "items"
		return true
	})
	if order := Child[*ast.SequenceNode](node, "order"); order != nil {
		order.Values = slices.DeleteFunc(order.Values, func(section ast.Node) bool {
			return slices.Contains(removed, section.GetToken().Value)
		})
	}
	return gone
}

// marked removes the key sample from a mapping, and records the mapping if the key is true.
func (s *Samples) marked(file, key string, node *ast.MappingNode) (marked bool) {
	node.Values = slices.DeleteFunc(node.Values, func(pair *ast.MappingValueNode) bool {
		value, ok := pair.Value.(*ast.BoolNode)
		if pair.Key.GetToken().Value != sampleKey || !ok {
			return false
		}
		marked = value.Value
		if marked {
			s.Found = append(s.Found, Sample{file, pair.Key.GetToken().Position.Line, key})
		}
		return true
	})
	if fact, ok := strings.CutPrefix(key, "facts."); ok && marked && file == FactsFile {
		s.facts[fact] = true
	}
	return marked
}

// FactsFile is the file whose samples are facts, which sentences refer to.
const FactsFile = "facts.yaml"

// sentenceEnd is where a sentence ends; the space between two is not part of either.
var sentenceEnd = regexp.MustCompile(`[.!?]["”’)]*\s+`)

// Sentences leaves out the sentences of a text that refer to a fact that is a sample.
func (s *Samples) Sentences(text string) string {
	if s == nil || !s.LeaveOut || !s.mentions(text) {
		return text
	}
	var kept []string
	for begin := 0; begin < len(text); {
		end := len(text)
		if next := sentenceEnd.FindStringIndex(text[begin:]); next != nil {
			end = begin + next[1]
		}
		if sentence := text[begin:end]; !s.mentions(sentence) {
			kept = append(kept, sentence)
		}
		begin = end
	}
	return strings.TrimSpace(strings.Join(kept, ""))
}

// mentions reports whether a text refers to a fact that is a sample.
func (s *Samples) mentions(text string) bool {
	return slices.ContainsFunc(Reference.FindAllStringSubmatch(text, -1), func(match []string) bool {
		fact, ok := strings.CutPrefix(Uncapitalize(match[1]), "fact.")
		return ok && s.facts[fact]
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
