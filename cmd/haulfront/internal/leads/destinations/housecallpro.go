package destinations

import (
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/contact"
)

// HousecallPro is the settings of Housecall Pro, field service software. Leads go to POST /leads of its public API
// (https://docs.housecallpro.com/), for which accounts with the plan MAX have a key.
type HousecallPro struct {
	HousecallProKey string `env:"HOUSECALL_PRO_KEY" help:"API key of the Housecall Pro account that receives leads."`
	HousecallProURL string `env:"HOUSECALL_PRO_URL" default:"https://api.housecallpro.com" help:"Address of its API."`
}

// housecallLead is the body of POST /leads. It has no lead_source, because a source that the account does not know
// makes the API refuse the lead, and no address, because a ZIP code is not one. Both are in the note.
type housecallLead struct {
	Customer housecallCustomer `json:"customer"`
	Note     string            `json:"note"`
}

type housecallCustomer struct {
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name,omitempty"`
	Email     string `json:"email,omitempty"`
	Mobile    string `json:"mobile_number,omitempty"` // ten digits, or of another country in E.164
}

func (HousecallPro) name() string { return "housecallpro" }

func (s HousecallPro) open() (*Destination, error) {
	if s.HousecallProKey == "" {
		return nil, nil
	}
	if err := token("HOUSECALL_PRO_KEY", s.HousecallProKey); err != nil {
		return nil, err
	}
	base, err := address("HOUSECALL_PRO_URL", s.HousecallProURL)
	if err != nil {
		return nil, err
	}
	d := newDestination(s.name(), base.JoinPath("leads"), s.body)
	d.header.Set("Authorization", "Token "+s.HousecallProKey)
	return d, nil
}

func (HousecallPro) body(l journal.Lead) []byte {
	first, last := splitName(l.Name)
	return marshal(housecallLead{
		Customer: housecallCustomer{FirstName: first, LastName: last, Email: l.Email,
			Mobile: contact.ParsePhone(l.Phone).Number},
		Note: notes(l),
	})
}
