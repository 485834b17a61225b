package destinations

import (
	"cmp"
	"encoding/json"
	"fmt"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/contact"
)

// Workiz is the settings of Workiz, field service software. Leads go to POST /lead/create/ of its public API
// (https://developer.workiz.com/), whose path has the account's API token.
type Workiz struct {
	WorkizToken  string `env:"WORKIZ_TOKEN" help:"API token of the Workiz account that each lead is created in."`
	WorkizSecret string `env:"WORKIZ_SECRET" help:"Its API secret."`
	WorkizURL    string `env:"WORKIZ_URL" default:"https://api.workiz.com/api/v1" help:"Address of the Workiz API."`
}

// workizLead is the body of POST /lead/create/, without the members that this site has no values for.
type workizLead struct {
	Secret     string `json:"auth_secret,omitempty"`
	FirstName  string
	LastName   string `json:",omitempty"`
	Phone      string `json:",omitempty"` // ten digits, or of another country in E.164
	Email      string `json:",omitempty"`
	PostalCode string
	Country    string
	JobType    string
	JobSource  string
	LeadNotes  string
	CreatedBy  string
}

func (Workiz) name() string { return "workiz" }

func (s Workiz) open() (*Destination, error) {
	switch {
	case s.WorkizToken == "" && s.WorkizSecret == "":
		return nil, nil
	case s.WorkizToken == "":
		return nil, fmt.Errorf("WORKIZ_TOKEN is %q; want the account's API token, because WORKIZ_SECRET is set", "")
	}
	if err := token("WORKIZ_TOKEN", s.WorkizToken); err != nil {
		return nil, err
	}
	base, err := address("WORKIZ_URL", s.WorkizURL)
	if err != nil {
		return nil, err
	}
	d := newDestination(s.name(), base.JoinPath(s.WorkizToken, "lead", "create", "/"), s.body)
	d.refusal = workizRefusal
	return d, nil
}

func (s Workiz) body(l journal.Lead) []byte {
	first, last := splitName(l.Name)
	return marshal(workizLead{
		Secret: s.WorkizSecret, FirstName: first, LastName: last,
		Phone: contact.ParsePhone(l.Phone).Number, Email: l.Email,
		PostalCode: l.ZIPCode, Country: "US",
		JobType: l.ServiceType, JobSource: l.Source, LeadNotes: notes(l), CreatedBy: "Website",
	})
}

// workizRefusal returns what an answer with status 2xx says if it does not create the lead: "flag" false, with the
// explanation in "msg".
func workizRefusal(answer []byte) string {
	var a struct {
		Flag    *bool  `json:"flag"`
		Message string `json:"msg"`
	}
	if json.Unmarshal(answer, &a) == nil && a.Flag != nil && !*a.Flag {
		return cmp.Or(a.Message, "flag is false")
	}
	return ""
}
