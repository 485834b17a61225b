package content

import "slices"

// LoadPicker is the props of the home page's truck, which fills as visitors tap things: the part of the estimator's
// things that have a picture, with the estimator's prices.
type LoadPicker struct {
	PickerWords `tstype:",extends"`
	Prices      `tstype:",extends"`
	Trucks      map[string]Scene `json:"trucks"`
	Action      string           `json:"action"`
}

// PickerWords are its words besides the estimator's. More leads to the estimator with what was tapped.
type PickerWords struct {
	Title string `json:"title"`
	More  string `json:"more"`
}

// fewestPicks is the least number of things that fill a truck in an interesting way.
const fewestPicks = 4

// LoadPicker returns the picker; nil without an estimator, and with fewer than fewestPicks things to pick.
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
	if picks < fewestPicks || s.estimateLink().Href == "" {
		return nil
	}
	return p
}
