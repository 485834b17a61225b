package content

import (
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Options say for whom content is loaded.
type Options struct {
	// Drafts shows drafts, with their placeholders, for a developer. What is still to be written is not checked.
	Drafts bool
	// Hosts are the hosts that serve the site; by default, the host of the url in business.yaml does.
	Hosts []string
}

// Sample is something invented for the company that the built-in content describes, such as a review.
type Sample struct {
	File string
	Line int
	Key  string // "testimonials.items[0]"
}

// Samples lists what says sample: true, and whether it was left out because a public host serves the site.
func (s *Site) Samples() (list []Sample, leftOut bool) { return s.samples.found, s.samples.leaveOut }

// samples finds everything in the files that says sample: true, and removes it for a public host: the item of a list,
// the value of a key, and each sentence that states a fact that is a sample. Without it, a list of items goes with its
// title, and a card without its title or its text goes too, as does a question without a sentence of its answer.
type samples struct {
	leaveOut bool
	found    []Sample
	facts    map[string]bool // the keys of facts that are samples
}

const sampleKey = "sample"

// PublicHost reports whether a host may be a company's own: it is not localhost, not an address of this machine or of a
// private network, and not below a top-level domain for tests and examples (RFC 2606, section 2).
func PublicHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if address, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return address.IsGlobalUnicast() && !address.IsPrivate()
	}
	reserved := []string{"localhost", "example", "test", "invalid"}
	return host != "" && !slices.Contains(reserved, host[strings.LastIndex(host, ".")+1:])
}

// newSamples leaves samples out if one of the hosts is public.
func newSamples(hosts []string, fsys fs.FS) *samples {
	if len(hosts) == 0 {
		var company struct{ URL string }
		_ = Decode(fsys, "business.yaml", &company) // a problem has its diagnostic when the content is loaded
		if own, err := url.Parse(company.URL); err == nil {
			hosts = []string{own.Hostname()}
		}
	}
	return &samples{leaveOut: slices.ContainsFunc(hosts, PublicHost), facts: map[string]bool{}}
}

// mayConcern spares the files without samples the walk.
func (s *samples) mayConcern(text string) bool {
	return strings.Contains(text, sampleKey+":") || s.leaveOut && strings.Contains(strings.ToLower(text), "{fact.")
}

// take removes the samples of a parsed file.
func (s *samples) take(file string, tree ast.Node) { s.visit(file, "", tree, false) }

// visit removes the samples in a node, and reports whether nothing is left of the node itself.
func (s *samples) visit(file, key string, node ast.Node, item bool) (gone bool) {
	switch node := node.(type) {
	case *ast.MappingNode:
		return s.visitMapping(file, key, node, item)
	case *ast.SequenceNode:
		before := len(node.Values)
		for i, value := range node.Values {
			if s.visit(file, fmt.Sprintf("%s[%d]", key, i), value, true) {
				node.Values[i] = nil
			} else if text := child[ast.Node](value, "text"); text != nil && len(value.(*ast.MappingNode).Values) == 1 {
				node.Values[i] = text // it was { text: …, sample: true }
			}
		}
		node.Values = slices.DeleteFunc(node.Values, func(value ast.Node) bool { return value == nil })
		return before > 0 && len(node.Values) == 0
	case *ast.StringNode:
		node.Value = s.sentences(node.Value)
		return node.Value == ""
	case *ast.LiteralNode:
		return s.visit(file, key, node.Value, item)
	}
	return false
}

func (s *samples) visitMapping(file, key string, node *ast.MappingNode, item bool) (gone bool) {
	if s.marked(file, key, node) {
		return s.leaveOut
	}
	// Without a sentence of its answer, a question is not answered.
	if answer := child[*ast.StringNode](node, "answer"); item && s.leaveOut && answer != nil &&
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
	if order := child[*ast.SequenceNode](node, "order"); order != nil {
		order.Values = slices.DeleteFunc(order.Values, func(section ast.Node) bool {
			return slices.Contains(removed, section.GetToken().Value)
		})
	}
	return gone
}

// marked removes the key sample from a mapping, and records the mapping if the key is true.
func (s *samples) marked(file, key string, node *ast.MappingNode) (marked bool) {
	node.Values = slices.DeleteFunc(node.Values, func(pair *ast.MappingValueNode) bool {
		value, ok := pair.Value.(*ast.BoolNode)
		if pair.Key.GetToken().Value != sampleKey || !ok {
			return false
		}
		marked = value.Value
		if marked {
			s.found = append(s.found, Sample{file, pair.Key.GetToken().Position.Line, key})
		}
		return true
	})
	if fact, ok := strings.CutPrefix(key, "facts."); ok && marked && file == factsFile {
		s.facts[fact] = true
	}
	return marked
}

const factsFile = "facts.yaml"

// sentenceEnd is where a sentence ends; the space between two is not part of either.
var sentenceEnd = regexp.MustCompile(`[.!?]["”’)]*\s+`)

// sentences leaves out the sentences of a text that refer to a fact that is a sample.
func (s *samples) sentences(text string) string {
	if s == nil || !s.leaveOut || !s.mentions(text) {
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
func (s *samples) mentions(text string) bool {
	return slices.ContainsFunc(reference.FindAllStringSubmatch(text, -1), func(match []string) bool {
		fact, ok := strings.CutPrefix(uncapitalize(match[1]), "fact.")
		return ok && s.facts[fact]
	})
}

// Unpublishable reports everything that the owner has to replace before the site is published, with a line for each as
// in Load's errors: samples, and the phone number, the email address and the address of a company that does not exist.
func (s *Site) Unpublishable() error {
	var ds diagnostics
	for _, sample := range s.samples.found {
		ds.add(position{sample.File, sample.Line}, sample.Key+" is a sample",
			`wanted what is true of your company, without "sample: true", or nothing`)
	}
	return append(ds, s.fictional...).err()
}

// fictionalPhone is a number for fiction, 555-0100 to 555-0199 in every area:
// https://www.nanpa.com/numbering/555-line-numbers.
var fictionalPhone = regexp.MustCompile(`55501\d\d$`)

// fictional finds the company's own contact data that lead nowhere.
func (c *business) fictional(d *decoder) (ds diagnostics) {
	add := func(field *string, what, wanted string) {
		ds.add(d.positions[field], fmt.Sprintf("%s %q is fictional", what, *field), "wanted "+wanted)
	}
	if fictionalPhone.MatchString(c.digits()) {
		add(&c.Phone, "the phone number", "the one that your office answers")
	}
	if _, host, _ := strings.Cut(c.Email, "@"); !PublicHost(host) {
		add(&c.Email, "the email address", "one that your office reads")
	}
	if own, err := url.Parse(c.URL); err != nil || !PublicHost(own.Hostname()) {
		add(&c.URL, "the site's address", "the domain that you publish at")
	}
	return ds
}
