package content

// EstimatePage is the props of "/estimate".
type EstimatePage struct {
	Layout      Layout          `json:"layout"`
	Breadcrumbs Breadcrumbs     `json:"breadcrumbs"`
	Title       string          `json:"title"`
	Lead        string          `json:"lead"`
	Estimator   EstimatorIsland `json:"estimator"`
	// Changes is what may change a price, beside Scene.
	Changes BenefitsSection `json:"changes"`
	Scene   string          `json:"scene"`
	Terms   TermsSection    `json:"terms"`
	Contact ContactSection  `json:"contact"`
}

// EstimatorIsland is the props of the estimator.
type EstimatorIsland struct {
	Labels EstimateLabels `json:"labels"`
	// Tool describes the estimator to assistants.
	Tool   Tool            `json:"tool"`
	Loads  []EstimateLoad  `json:"loads"`
	Groups []EstimateGroup `json:"groups"`
	// Trucks are the pictures of the truck by the names of their scenes; EmptyScene is that of the empty one.
	Trucks     map[string]Scene `json:"trucks"`
	EmptyScene string           `json:"emptyScene"`
	AreaAsk    AreaAsk          `json:"areaAsk"`
	// Load is the key of the chosen load, empty where none is; Values are what was typed for each item and the ZIP
	// code.
	Load   string            `json:"load"`
	Values map[string]string `json:"values"`
	Answer EstimateAnswer    `json:"answer"`
	Area   AreaAnswer        `json:"area"`
	// Action is where the form leads.
	Action string `json:"action"`
}

// EstimateLabels are the words of the estimator. What stands in brackets is filled in.
type EstimateLabels struct {
	LoadsTitle string `json:"loadsTitle"`
	LoadsLead  string `json:"loadsLead"`
	NoLoad     string `json:"noLoad"`
	ItemsTitle string `json:"itemsTitle"`
	// More and Fewer name the buttons beside a count for those who hear the page.
	More  string `json:"more"`
	Fewer string `json:"fewer"`
	// ZIPHint says why a ZIP code is asked for.
	ZIPHint string `json:"zipHint"`
	Submit  string `json:"submit"`
	// Answer is the heading of the answer.
	Answer string `json:"answer"`
	// Empty and EmptyText are the answer to nothing, Call and CallText where the price list has none, RangeText stands
	// below a range.
	Empty     string `json:"empty"`
	EmptyText string `json:"emptyText"`
	Call      string `json:"call"`
	CallText  string `json:"callText"`
	RangeText string `json:"rangeText"`
	// OnSite stands in place of a price that is not published, Overfull where everything is more than one truck.
	OnSite   string `json:"onSite"`
	Overfull string `json:"overfull"`
	// Alone is said of a single thing, WithLoad of things beside a chosen load, Between of things between two loads.
	Alone    string `json:"alone"`
	WithLoad string `json:"withLoad"`
	Between  string `json:"between"`
	// Fill says how full the truck is.
	Fill string `json:"fill"`
	// Ask leads to the form below, Clear to an empty estimator.
	Ask   string `json:"ask"`
	Clear string `json:"clear"`
	// Change leads from a quote form back to the estimator.
	Change string `json:"change"`
	// TooMany and Unreadable are said about counts.
	TooMany    string `json:"tooMany"`
	Unreadable string `json:"unreadable"`
}

// Amount is a price to reckon with, in whole US dollars.
type Amount struct {
	Low int `json:"low"`
	// High is Low where it is one amount.
	High int `json:"high"`
	// Plus and From leave the upper end open.
	Plus bool `json:"plus"`
	From bool `json:"from"`
	// Text is the price as people read it.
	Text string `json:"text"`
}

// EstimateLoad is one of the published loads.
type EstimateLoad struct {
	Key   string `json:"key"`
	Name  string `json:"name"`
	Price Amount `json:"price"`
	// Share is how much of the truck it fills, in thousandths.
	Share int    `json:"share"`
	Scene string `json:"scene"`
	About string `json:"about"`
}

// EstimateGroup is items of a kind.
type EstimateGroup struct {
	Title   string         `json:"title"`
	Picture Scene          `json:"picture"`
	Items   []EstimateItem `json:"items"`
}

// EstimateItem is something that people have hauled.
type EstimateItem struct {
	// Key is its name in addresses.
	Key    string `json:"key"`
	Label  string `json:"label"`
	Plural string `json:"plural"`
	// Share is how much of the truck one of it fills, in thousandths; 0 for a job. Alone is the price of a single one.
	Share int     `json:"share,omitempty"`
	Alone *Amount `json:"alone,omitempty"`
	// Price is that of a job; OnSite says that none is published.
	Price  *Amount `json:"price,omitempty"`
	OnSite bool    `json:"onSite,omitempty"`
	Note   string  `json:"note,omitempty"`
	// Most is the largest count.
	Most int `json:"most"`
}

// EstimateAnswer is what the price list says to an estimate.
type EstimateAnswer struct {
	Kind EstimateKind `json:"kind" tstype:"'empty' | 'range' | 'onSite'"`
	// Total is the range as people read it, "$174–$350", or words where there is none.
	Total string         `json:"total"`
	Lines []EstimateLine `json:"lines"`
	// Scene is the picture of the truck with the load on it; Percent is how full it is.
	Scene   string `json:"scene"`
	Percent string `json:"percent"`
	// Query is the estimate's address after the "?", without the ZIP code.
	Query string `json:"query"`
	// Notices say which counts were not taken as they were typed.
	Notices []string `json:"notices"`
}

// EstimateLine is a part of an estimate.
type EstimateLine struct {
	Label string `json:"label"`
	Note  string `json:"note"`
	Price string `json:"price"`
}

// AreaAsk is the form that asks whether the company comes to a ZIP code.
type AreaAsk struct {
	Title  string `json:"title"`
	Lead   string `json:"lead"`
	Label  string `json:"label"`
	Submit string `json:"submit"`
}

// AreaAnswer says whether the company comes to a ZIP code. All of it is empty where none was given.
type AreaAnswer struct {
	Kind  AreaKind `json:"kind" tstype:"'' | 'yes' | 'edge' | 'no' | 'unknown'"`
	Title string   `json:"title"`
	Text  string   `json:"text"`
	// Link leads to the town's page at Href; both are empty where no page is near.
	Link string `json:"link"`
	Href string `json:"href"`
}

// FormEstimate is the estimate that a quote form carries. All of it is empty where there is none.
type FormEstimate struct {
	// Title and Change are the box's heading and the label of the link back to the estimator.
	Title  string `json:"title"`
	Change string `json:"change"`
	// Query is the estimate's address after the "?", Total its range, Things what it is for.
	Query  string `json:"query"`
	Total  string `json:"total"`
	Things string `json:"things"`
}
