package content

// SocialCard is what the social card of a page says and shows.
type SocialCard struct {
	// Path is the page's.
	Path string
	// Title is the page's h1.
	Title string
	// Scene is the name of the page's picture among the built ones.
	Scene string
	// Name, Descriptor and Phone are the company's.
	Name, Descriptor, Phone string
}

// SocialCards describes the cards of all pages, in the order of [Site.Routes].
func (s *Site) SocialCards(assets Assets) []SocialCard {
	cards := make([]SocialCard, len(s.routes))
	for i, r := range s.routes {
		cards[i] = SocialCard{
			Path: r.Path, Title: s.heading(r), Scene: s.picture(BuildInfo{Assets: assets}, r),
			Name: s.business.ShortName, Descriptor: s.business.Descriptor, Phone: s.business.Phone,
		}
	}
	return cards
}
