package site

import (
	"maps"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content"
	"haulfront/content/wording"
	"haulfront/render"
)

// State is a page's state for one visitor. The zero State is the default; at most one field is set.
type State struct {
	Form *Form // a rejected quote form
	// Plan is the key of the plan that the visitor chose. A page without that plan ignores it.
	Plan string
	// Estimate is shown by the estimator, and by the form of any page.
	Estimate *content.Estimate
}

// Form is a quote form with the visitor's input and the result.
type Form struct {
	ID       string            // the form's id on its page; the page's first form replaces an unknown one
	Values   map[string]string // the fields by their names
	Errors   map[string]string // the messages at invalid fields
	Asked    string            // the fields that were asked about, see [content.QuoteForm]
	More     content.QuoteMore // the optional part
	Estimate *content.Estimate // sent with the form; it may be nil
	Toast    wording.Toast     // the result
}

const (
	toastsIsland    = "toasts"    // the id of the region of toasts on every page
	formComponent   = "QuoteForm" // the component of quote forms
	estimatorIsland = "estimator" // the id of the estimator on its page
)

// applicable returns the state, or the default one if the page lacks its plan.
func (p *page) applicable(state State) State {
	if state.Plan != "" && p.words.Plan(p.path, state.Plan) == nil {
		return State{}
	}
	return state
}

// overrides returns the props that a state changes, by the ids of their islands, see [render.Page.HTML]. They belong to
// [content.QuoteForm], [content.ToastsIsland] and [content.EstimatorIsland].
func (p *page) overrides(rendered *render.Page, state State) map[string]any {
	type props = map[string]any
	islands, form, id, estimate := map[string]any{}, props{}, "", state.Estimate
	switch f := state.Form; {
	case f != nil:
		id, estimate = f.ID, f.Estimate
		islands[toastsIsland] = props{"toasts": []wording.Toast{f.Toast}}
		form = props{
			"values": f.Values, "errors": f.Errors, "result": f.Toast, "asked": f.Asked, "more": f.More,
		}
		if f.Values == nil {
			form["values"] = quote.Request{}.Values()
		}
		if f.Errors == nil {
			form["errors"] = props{}
		}
	case state.Plan != "": // requested only by browsers without JavaScript, see components/entry.browser.ts
		plan := p.words.Plan(p.path, state.Plan)
		values := quote.Request{
			Message: plan.Message, ServiceType: plan.ServiceType, ServiceTimeframe: plan.Timeframe,
		}.Values()
		maps.Copy(values, p.props().(content.ServicePage).Contact.Form.Values) // no other kind of page has plans
		form = props{"values": values}
	case estimate != nil && p.path == content.EstimatePath:
		form = props{"values": map[string]string{
			"zipCode": estimate.Values["zip"], "serviceType": estimate.Answer.ServiceType}}
	}
	if state.Form != nil || estimate != nil {
		form["estimate"] = p.words.FormEstimate(estimate)
	}
	if slot := formSlot(rendered, id); slot != nil && len(form) > 0 {
		islands[slot.ID] = form
	}
	if e := estimate; e != nil && p.path == content.EstimatePath {
		islands[estimatorIsland] = props{"load": e.Load, "find": e.Find, "values": e.Values, "area": e.Area}
	}
	return islands
}

// formSlot returns the page's form with the id, its first form if there is no such id, nil if it has no form.
func formSlot(p *render.Page, id string) *render.Slot {
	var first *render.Slot
	for i, slot := range p.Slots() {
		switch {
		case slot.Name != formComponent:
		case slot.ID == id:
			return &p.Slots()[i]
		case first == nil:
			first = &p.Slots()[i]
		}
	}
	return first
}
