package site

import (
	"maps"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
	"haulfront/render"
)

// State is what a page shows besides its content. The zero State is the default; at most one field is set.
type State struct {
	// Form is a quote form that comes back because its request was not accepted.
	Form *Form
	// Received is a request that was received.
	Received *Received
	// Plan is the key of a plan that the visitor chose. A page without that plan ignores it.
	Plan string
	// Estimate is what a visitor wants hauled. The estimator shows it, and so does the form of any page.
	Estimate *content.Estimate
}

// Received is what is said of a request that was received.
type Received struct {
	// Form is the id of its form.
	Form string
	content.QuoteReceived
}

// Form is a quote form with what its visitor typed, and the result.
type Form struct {
	// ID is the form's on its page. For an unknown one the first form of the page is used.
	ID string
	// Values are the fields by their names, Errors what is wrong with some of them.
	Values, Errors map[string]string
	// Asked is the text that the visitor is asked about, see [quote.Rejection].
	Asked string
	// More is what was chosen in its optional part, Received what is said of a success.
	More     content.QuoteMore
	Received content.QuoteReceived
	// Estimate is what was sent with the form; nil is none.
	Estimate *content.Estimate
	// Toast tells the result.
	Toast content.Toast
}

const (
	// toastsIsland is the id of the region of toasts on every page.
	toastsIsland = "toasts"
	// formComponent is the name of the quote form's island.
	formComponent = "QuoteForm"
	// estimatorIsland is the id of the estimator on its page.
	estimatorIsland = "estimator"
)

// formProps is what a [Form] changes in the props of its island, see [content.QuoteForm].
type formProps struct {
	// Values has all fields.
	Values   map[string]string     `json:"values"`
	Errors   map[string]string     `json:"errors"`
	Result   content.Toast         `json:"result"`
	Asked    string                `json:"asked"`
	More     content.QuoteMore     `json:"more"`
	Received content.QuoteReceived `json:"received"`
	Estimate content.FormEstimate  `json:"estimate"`
}

// estimatorProps is what a [content.Estimate] changes in the props of the estimator, see [content.EstimatorIsland].
type estimatorProps struct {
	Load   string                 `json:"load"`
	Values map[string]string      `json:"values"`
	Answer content.EstimateAnswer `json:"answer"`
	Area   content.AreaAnswer     `json:"area"`
}

func newEstimatorProps(e *content.Estimate) estimatorProps {
	return estimatorProps{e.Load, e.Values, e.Answer, e.Area}
}

// estimateOverrides returns the props of the islands that show an estimate: the estimator, where the page has it, and its form.
func (p *page) estimateOverrides(rendered *render.Page, e *content.Estimate) map[string]any {
	overrides := map[string]any{}
	if p.path == content.EstimatePath {
		overrides[estimatorIsland] = newEstimatorProps(e)
	}
	if slot := formSlot(rendered, ""); slot != nil {
		overrides[slot.ID] = struct {
			Estimate content.FormEstimate `json:"estimate"`
		}{p.words.FormEstimate(e)}
	}
	return overrides
}

// toastsProps is the same for the toasts, see [content.ToastsIsland].
type toastsProps struct {
	Toasts []content.Toast `json:"toasts"`
}

// planProps is what a chosen plan changes in the props of the page's form.
type planProps struct {
	Values map[string]string `json:"values"`
}

// formOverrides returns the props of the islands that show the result of a request: the toasts, and the form.
func formOverrides(rendered *render.Page, form Form, words *content.Site) map[string]any {
	overrides := map[string]any{toastsIsland: toastsProps{[]content.Toast{form.Toast}}}
	if slot := formSlot(rendered, form.ID); slot != nil {
		props := formProps{Values: form.Values, Errors: form.Errors, Result: form.Toast, Asked: form.Asked, More: form.More, Received: form.Received, Estimate: words.FormEstimate(form.Estimate)}
		if props.Values == nil {
			props.Values = quote.Request{}.Values()
		}
		if props.Errors == nil {
			props.Errors = map[string]string{}
		}
		overrides[slot.ID] = props
	}
	return overrides
}

// planOverrides returns the props of the page's form with the message of a chosen plan besides its initial values. Only visitors
// without JavaScript ask for it, see components/entry.browser.ts.
func planOverrides(rendered *render.Page, message string, initial map[string]string) map[string]any {
	slot := formSlot(rendered, "")
	if slot == nil {
		return nil
	}
	values := quote.Request{Message: message}.Values()
	maps.Copy(values, initial)
	return map[string]any{slot.ID: planProps{values}}
}

// formSlot returns the page's form with the given id, its first form if it has none of that id, nil without any form.
func formSlot(p *render.Page, id string) *render.Slot {
	var first *render.Slot
	for i := range p.Slots() {
		slot := &p.Slots()[i]
		if slot.Name != formComponent {
			continue
		}
		if slot.ID == id {
			return slot
		}
		if first == nil {
			first = slot
		}
	}
	return first
}
