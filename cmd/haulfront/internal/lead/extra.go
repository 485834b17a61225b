package lead

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"haulfront/content"
)

// Extra is what a lead has besides the fields of its form. All of it is optional. The journal keeps it as one column of JSON,
// so that something new needs no migration; none of it is in the outgoing bodies.
type Extra struct {
	Estimate *Estimate `json:"estimate,omitempty"`
	Answer   *Answer   `json:"answer,omitempty"`
	// OptedOut says that the visitor's browser asked not to be tracked.
	OptedOut bool `json:"optedOut,omitempty"`
	// Attribution is where the visitor came from.
	Attribution *Attribution `json:"attribution,omitempty"`
}

// Estimate is what the visitor has added up at the estimator, with the prices of that moment.
type Estimate struct {
	// Query is its address after the "?".
	Query string `json:"query"`
	// Total is the range as the visitor saw it. Low and High are its ends in US dollars; both are 0 where the price list has no
	// answer, and High where the range has no upper end.
	Total string                 `json:"total"`
	Low   int                    `json:"low"`
	High  int                    `json:"high"`
	Lines []content.EstimateLine `json:"lines"`
}

// NewEstimate returns an estimate as it is stored.
func NewEstimate(e *content.Estimate) *Estimate {
	return &Estimate{Query: e.Answer.Query, Total: e.Answer.Total, Low: e.Low, High: e.High, Lines: e.Answer.Lines}
}

// Answer is how and when the visitor wants to be answered.
type Answer struct {
	// Contact is "call", "text" or "email"; empty for no preference.
	Contact string `json:"contact,omitempty"`
	// Windows are days of any week with a part of the day, "monday-morning", in the order of the week.
	Windows []string `json:"windows,omitempty"`
	// Consent is to text messages; nil: the visitor did not agree to any.
	Consent *Consent `json:"consent,omitempty"`
}

// Consent is what a visitor agreed to.
type Consent struct {
	// Words are those that the visitor was shown, on the page at the path Page. At is when the form was sent.
	Words string    `json:"words"`
	At    time.Time `json:"at"`
	Page  string    `json:"page"`
}

// Value implements [driver.Valuer].
func (x Extra) Value() (driver.Value, error) {
	data, err := json.Marshal(x)
	return string(data), err
}

// Scan implements [sql.Scanner].
func (x *Extra) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return fmt.Errorf("the column extra is a %T", value)
	}
	return json.Unmarshal([]byte(text), x)
}
