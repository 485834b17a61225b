package site

import (
	"context"
	"encoding/json"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"

	"haulfront/content"
	"haulfront/render"
)

// keptAnswers is how many answers to estimates are kept, at up to some ten kilobytes each.
const keptAnswers = 512

// estimates computes estimates by the function that the browser computes them with, and keeps the last ones.
type estimates struct {
	engine *render.Engine
	words  *content.Site
	prices json.RawMessage
	kept   *lru.Cache[string, content.EstimateAnswer]
}

func newEstimates(engine *render.Engine, words *content.Site) (*estimates, error) {
	prices, err := json.Marshal(words.Prices())
	if err != nil {
		return nil, fmt.Errorf("encode the price list: %w", err)
	}
	kept, err := lru.New[string, content.EstimateAnswer](keptAnswers)
	return &estimates{engine, words, prices, kept}, err
}

// answer fills in the answer of an estimate. Without one in time it answers without a price, and the error says why.
func (s *estimates) answer(ctx context.Context, e *content.Estimate) (err error) {
	var ok bool
	if e.Answer, ok = s.kept.Get(e.Named); ok {
		return nil
	}
	data, err := s.engine.Value(ctx, "estimate", s.prices, e.Load, e.Values)
	if err == nil {
		err = json.Unmarshal(data, &e.Answer)
	}
	if err != nil {
		e.Answer = s.words.Unpriced(e)
		return fmt.Errorf("compute an estimate: %w", err)
	}
	s.kept.Add(e.Named, e.Answer)
	return nil
}

// Estimate returns the estimate for the query of an address.
func (s *Site) Estimate(ctx context.Context, query string) (*content.Estimate, error) {
	e := s.cfg.Content.ReadEstimate(query)
	return e, s.estimates.answer(ctx, e)
}

// CarriedEstimate returns the estimate that a form or the address of its page carries, nil if that names nothing to
// haul. With an error, the estimate has no price.
func (s *Site) CarriedEstimate(ctx context.Context, query string) (*content.Estimate, error) {
	if query == "" {
		return nil, nil // most pages: reading it would take as long as serving the page
	}
	e, err := s.Estimate(ctx, query)
	if e.Named == "" || e.Answer.Kind == content.EstimateEmpty {
		return nil, nil
	}
	return e, err
}
