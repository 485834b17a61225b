package content

import (
	"slices"

	"haulfront/content/company"
	"haulfront/content/wording"
)

// EstimatePage is the props of "/estimate".
type EstimatePage struct {
	Layout      Layout          `json:"layout"`
	Breadcrumbs Breadcrumbs     `json:"breadcrumbs"`
	Title       string          `json:"title"`
	Lead        string          `json:"lead"`
	Estimator   EstimatorIsland `json:"estimator"`
	Changes     BenefitsSection `json:"changes"`
	Scene       string          `json:"scene"`
	Terms       TermsSection    `json:"terms"`
	Contact     ContactSection  `json:"contact"`
}

// EstimatorIsland is the props of the estimator.
type EstimatorIsland struct {
	EstimatorFile `tstype:",extends"`

	Tool    wording.Tool    `json:"tool"`
	AreaAsk wording.AreaAsk `json:"areaAsk"`
	// Load is the key of the chosen load; Values are the counts and the ZIP code, by name. Find filters the items.
	Load   string            `json:"load"`
	Find   string            `json:"find"`
	Values map[string]string `json:"values"`
	Area   AreaAnswer        `json:"area"`
	Action string            `json:"action"`
}

// EstimatorFile is those of its props that are the same in every state.
type EstimatorFile struct {
	Prices `tstype:",extends"`
	Trucks map[string]Scene `json:"trucks"`
}

// Prices are what the answers to estimates depend on besides the visitor's input, as estimate.ts takes it.
type Prices struct {
	Labels     wording.EstimateLabels `json:"labels"`
	Loads      []EstimateLoad         `json:"loads"`
	Groups     []EstimateGroup        `json:"groups"`
	EmptyScene string                 `json:"emptyScene"`
	Fills      []TruckFill            `json:"fills"`
}

// EstimateLoad is one of the published loads. Share is the part of the truck that it fills.
type EstimateLoad struct {
	Key   string           `json:"key"`
	Name  string           `json:"name"`
	Price company.PriceKey `json:"price" tstype:"Amount"`
	Share Share            `json:"share"`
	Scene SceneName        `json:"scene" tstype:"string"`
	About string           `json:"about"`
}

// TruckFill is a picture of the truck that is full to a Share between those of the loads.
type TruckFill struct {
	Share Share     `json:"share"`
	Scene SceneName `json:"scene" tstype:"string"`
}

// Share is a part of the truck in thousandths: sums of integers are the same everywhere. In content it is a fraction.
type Share int

// EstimateGroup is a group of items. Scene is the name of its picture.
type EstimateGroup struct {
	Title   string    `json:"title"`
	Scene   SceneName `json:"-" file:"scene"`
	Picture Scene     `json:"picture" file:"-"`
	// ServiceType is the form's choice for items without one of their own; empty if no option fits them.
	ServiceType string         `json:"-" file:"serviceType,omitempty"`
	Items       []EstimateItem `json:"items"`
}

// EstimateItem is a thing to haul. It has exactly one of Share, Price and OnSite, which has no published price.
type EstimateItem struct {
	Key    string `json:"key"`
	Label  string `json:"label"`
	Plural string `json:"plural"`
	// Share is the part of the truck that one fills; 0 for a job. Of other companies than the built-in one, it follows
	// from Feet, in cubic feet, unless they state it. Alone is the price of a single one and nothing else.
	Share  Share             `json:"share,omitempty"`
	Feet   float64           `json:"-" file:"feet,omitempty"`
	Alone  *company.PriceKey `json:"alone,omitempty" tstype:"Amount"`
	Price  *company.PriceKey `json:"price,omitempty" tstype:"Amount"`
	OnSite bool              `json:"onSite,omitempty"`
	Note   string            `json:"note,omitempty"`
	Most   int               `json:"most" file:"most,omitempty" least:"1"`
	// ServiceType is the form's choice for it, by default its group's; may be empty.
	ServiceType string `json:"serviceType,omitempty"`
	// Picture is set on the home page, which offers the items that have a Scene.
	Scene   SceneName `json:"-" file:"scene,omitempty"`
	Picture *Scene    `json:"picture,omitempty" file:"-"`
	// Words also find it.
	Words []string `json:"words,omitempty"`
	// Service is the slug of the service whose page links to the estimator with this item, the first of the service.
	Service string `json:"-" file:"service,omitempty"`
	// Questions are those of the service; only the first item of a service has them.
	Questions []wording.EstimateQuestion `json:"questions,omitempty" file:"-"`
}

// EstimateAnswer is the price list's answer to an estimate.
type EstimateAnswer struct {
	Kind EstimateKind `json:"kind" tstype:"'empty' | 'range' | 'onSite'"`
	// Total is the range, "$174–$350", or words if there is none.
	Total string         `json:"total"`
	Lines []EstimateLine `json:"lines"`
	// Scene is the picture of the loaded truck; Percent is how full it is, and Part the same in words.
	Scene   string `json:"scene"`
	Percent string `json:"percent"`
	Part    string `json:"part"`
	// Query is the part of the estimate's address after the "?", without the ZIP code.
	Query string `json:"query"`
	// ServiceType is the form's choice for all items; empty if they differ.
	ServiceType string   `json:"serviceType"`
	Notices     []string `json:"notices"`
	// Low and High are the ends of the range in US dollars; High is 0 if the range has no upper end.
	Low  int `json:"low"`
	High int `json:"high"`
}

// EstimateLine is a part of an estimate.
type EstimateLine struct {
	Label string `json:"label"`
	Note  string `json:"note"`
	Price string `json:"price"`
}

// AreaAnswer tells whether the company comes to a ZIP code. All of it is empty without a ZIP code.
type AreaAnswer struct {
	Kind  company.AreaKind `json:"kind" tstype:"'' | 'yes' | 'edge' | 'no' | 'unknown'"`
	Title string           `json:"title"`
	Text  string           `json:"text"`
	// Drive is the part of Text about prices in the town; empty where the published ones hold.
	Drive string `json:"drive,omitempty"`
	// Link leads to the town's page at Href; both are empty if no town with a page is near.
	Link string `json:"link"`
	Href string `json:"href"`
}

// FormEstimate is the estimate that a quote form carries. Query, Total and Things are empty without one.
type FormEstimate struct {
	// Title and Change are the box's heading and the label of the link back to the estimator.
	Title  string `json:"title"`
	Change string `json:"change"`
	// Query is the part of the estimate's address after the "?", Total its range, Things the items.
	Query  string `json:"query"`
	Total  string `json:"total"`
	Things string `json:"things"`
}

// LoadPicker is the props of the home page's truck, which fills with the things of the estimator that have a picture.
type LoadPicker struct {
	wording.PickerWords `tstype:",extends"`
	Prices              `tstype:",extends"`
	Trucks              map[string]Scene `json:"trucks"`
	Action              string           `json:"action"`
}

// LoadPicker returns the picker; nil without an estimator, and with too few things to pick.
func (s *Site) LoadPicker(info BuildInfo) *LoadPicker {
	src := &s.estimatePage
	p := &LoadPicker{PickerWords: s.home.Picker, Prices: s.Prices(), Trucks: src.trucks(info), Action: EstimatePath}
	p.Groups = nil
	picks := 0
	for _, group := range src.Groups {
		isPlain := func(item EstimateItem) bool { return item.Scene == "" }
		group.Items = slices.DeleteFunc(slices.Clone(group.Items), isPlain)
		for i := range group.Items {
			item := &group.Items[i]
			item.Picture = new(info.Assets.Scenes[string(item.Scene)])
		}
		if n := len(group.Items); n > 0 {
			picks += n
			p.Groups = append(p.Groups, group)
		}
	}
	if picks < 4 || s.estimateLink().Href == "" {
		return nil
	}
	return p
}
