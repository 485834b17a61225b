package destinations

// HousecallPro is the settings of Housecall Pro, field service software. Leads go to POST /leads of its public API
// (https://docs.housecallpro.com/), which accounts with the plan MAX have a key for.
type HousecallPro struct {
	HousecallProKey string `env:"HOUSECALL_PRO_KEY" help:"API key of the Housecall Pro account that each lead is created in."`
	HousecallProURL string `name:"housecall-pro-url" env:"HOUSECALL_PRO_URL" default:"https://api.housecallpro.com" help:"Address of the Housecall Pro API."`
}

// housecallLead is the body of POST /leads. Its lead_source is left out, because a source that the account does not
// have refuses the lead; so is its address, because a ZIP code alone is none. Both are in the note.
type housecallLead struct {
	Customer housecallCustomer `json:"customer"`
	Note     string            `json:"note"`
}

type housecallCustomer struct {
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name,omitempty"`
	Email     string `json:"email,omitempty"`
	Mobile    string `json:"mobile_number,omitempty"` // digits alone
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

func (HousecallPro) body(l Lead) []byte {
	first, last := splitName(l.Request.Name)
	return marshal(housecallLead{
		Customer: housecallCustomer{FirstName: first, LastName: last, Email: l.Request.Email, Mobile: digits(l.Request.Phone)},
		Note:     notes(l),
	})
}
