package content

import "slices"

// This file holds the questions of services that narrow the published price of their item in the estimator.

// estimateQuestion is a question of a service's file that narrows the price of its item.
type estimateQuestion struct {
	Key, Ask string
	Options  []EstimateOption
}

// option returns the option with the key; nil if there is none.
func (q *estimateQuestion) option(key string) *EstimateOption {
	i := slices.IndexFunc(q.Options, func(o EstimateOption) bool { return o.Key == key })
	if i < 0 {
		return nil
	}
	return &q.Options[i]
}

// parameter is the name in addresses of the answer to a question about the item.
func (item *estimateItem) parameter(q estimateQuestion) string { return item.Key + "-" + q.Key }

// narrow returns the part of an item's price that the answers leave; all of it if they contradict each other.
func (item *estimateItem) narrow(p price, answers map[string]string) price {
	low, high := p.Low, p.High
	for _, q := range item.questions {
		if o := q.option(answers[item.parameter(q)]); o != nil {
			low = max(low, o.Low)
			if o.High > 0 {
				high = min(high, o.High)
			}
		}
	}
	if low >= high {
		return p
	}
	p.Low, p.High = low, high
	return p
}

// asked returns the item's questions for the browser.
func (item *estimateItem) asked() (questions []EstimateQuestion) {
	for _, q := range item.questions {
		questions = append(questions, EstimateQuestion{item.parameter(q), q.Ask, q.Options})
	}
	return questions
}

// checkQuestions drops an item's questions, with a warning, unless their answers leave parts of its price between
// published amounts: a new price must not wait for new questions.
func (s *Site) checkQuestions(d *decoder, item *estimateItem) {
	p := s.prices.Prices[item.Price]
	published := map[int]bool{0: true}
	for _, p := range s.prices.Prices {
		published[p.Low], published[p.High] = true, true
	}
	questions := item.questions
	for i := range questions {
		q := &questions[i]
		if p == nil || p.High == 0 || p.Plus {
			d.warn(&q.Key, "wanted questions about an item with a price from one amount to another",
				"the price of %q cannot be narrowed", item.Label)
			item.questions = nil
			continue
		}
		for j := range q.Options {
			o := &q.Options[j]
			for _, end := range []*int{&o.Low, &o.High} {
				if !published[*end] || *end != 0 && (*end < p.Low || *end > p.High) {
					d.warn(end, "wanted an amount of prices.yaml within "+p.String(), "%q ends at %d", o.Label, *end)
					item.questions = nil
				}
			}
		}
	}
}
