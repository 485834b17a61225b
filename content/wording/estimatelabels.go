package wording

// EstimateLabels are the words of the estimator. Words in brackets are placeholders.
type EstimateLabels struct {
	LoadsTitle string `json:"loadsTitle"`
	NoLoad     string `json:"noLoad"`
	ItemsTitle string `json:"itemsTitle"`
	// More and Fewer are the names of the buttons beside a count for screen readers.
	More    string `json:"more" places:"[thing]"`
	Fewer   string `json:"fewer" places:"[thing]"`
	ZIPHint string `json:"zipHint"`
	// Find is the label of the search of items, FindHint its placeholder, Search its button; FindNone is shown when
	// nothing matches. Chosen counts a group's things: [count]. Unsure leaves a question open.
	Find     string `json:"find"`
	FindHint string `json:"findHint"`
	Search   string `json:"search"`
	FindNone string `json:"findNone"`
	Chosen   string `json:"chosen" places:"[count]"`
	Unsure   string `json:"unsure"`
	Submit   string `json:"submit"`
	Answer   string `json:"answer"`
	// About and From are the words for the range and for an amount without an upper end, those of quote.yaml.
	About string `json:"about" file:"-"`
	From  string `json:"from" file:"-"`
	// Empty and EmptyText are the answer to an empty estimate, Call and CallText the answer without a published price;
	// RangeText appears below a range.
	Empty     string `json:"empty"`
	EmptyText string `json:"emptyText"`
	Call      string `json:"call"`
	CallText  string `json:"callText"`
	RangeText string `json:"rangeText"`
	// OnSite replaces a price that is not published; Overfull is the note on more than one truckload.
	OnSite   string `json:"onSite"`
	Overfull string `json:"overfull"`
	// Parts are words for parts of the truck, [part]; the closest one is shown. Fill says how full the truck is.
	Parts []EstimatePart `json:"parts" count:"1 parts"`
	Fill  string         `json:"fill"`
	// Alone is the note on a single thing, WithLoad on things with a chosen load, Between on things between two loads,
	// and Fills on those that fill one.
	Alone    string `json:"alone"`
	WithLoad string `json:"withLoad" places:"[things]"`
	Between  string `json:"between" places:"[low] [lowPrice] [high] [highPrice]"`
	Fills    string `json:"fills" places:"[high] [highPrice]"`
	// Ask leads to the form below, Clear to an empty estimator.
	Ask        string `json:"ask"`
	Clear      string `json:"clear"`
	Change     string `json:"change"`
	TooMany    string `json:"tooMany" places:"[most] [things]"`
	Unreadable string `json:"unreadable" places:"[things]"`
}

// EstimatePart is a part of the truck in words, such as "about a quarter".
type EstimatePart struct {
	Percent int    `json:"percent"`
	Text    string `json:"text"`
}

// AreaAsk is the form for a ZIP code, which the answer AreaAnswer belongs to.
type AreaAsk struct {
	Title  string `json:"title"`
	Lead   string `json:"lead"`
	Label  string `json:"label"`
	Submit string `json:"submit"`
}

// CompareLabels head the columns of the comparison. Varies stands where there is no figure for the time.
type CompareLabels struct {
	Service string `json:"service"`
	About   string `json:"about"`
	Time    string `json:"time"`
	Price   string `json:"price"`
	Varies  string `json:"varies"`
}

// PickerWords are the words of the home page's truck besides the estimator's. More leads there with what was tapped.
type PickerWords struct {
	Title string `json:"title"`
	More  string `json:"more"`
}

// EstimateQuestion narrows the price of an item. Name is its name in addresses, made of the item's key and its own.
type EstimateQuestion struct {
	Key     string           `json:"-" file:"key"`
	Name    string           `json:"name" file:"-"`
	Ask     string           `json:"ask"`
	Options []EstimateOption `json:"options"`
}

// EstimateOption is an answer, with the ends of the range that it leaves in US dollars; 0 leaves an end as it is.
type EstimateOption struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Low   int    `json:"low,omitempty"`
	High  int    `json:"high,omitempty"`
}
