package content

// SocialCard is what the social card of a page says and shows.
type SocialCard struct {
	// Path is the page's.
	Path string
	// Title is the page's own, as its first heading has it.
	Title string
	// Scene is the name of the page's picture.
	Scene string
	// Name, Descriptor and Phone are the company's.
	Name, Descriptor, Phone string
}

// SocialCards are the social cards of all pages.
func (s *Site) SocialCards() []SocialCard {
	var list []SocialCard
	for _, r := range s.routes {
		title, scene := s.face(r)
		list = append(list, SocialCard{
			Path: r.Path, Title: title, Scene: scene,
			Name: s.business.ShortName, Descriptor: s.business.Descriptor, Phone: s.business.Phone,
		})
	}
	return list
}

// face returns the heading and the picture that a page opens with.
func (s *Site) face(r Route) (title, scene string) {
	switch page := s.pages[r.Path].(type) {
	case *quotePage:
		return page.Hero.Title, "truck-half"
	case *servicesPage:
		return page.Hero.Title, servicesScene
	case *locationsPage:
		return page.Hero.Title, locationsScene
	case *servicePage:
		return page.Hero.Title, r.Slug
	case *cityPage:
		return page.Hero.Title, r.Slug
	case *categoryPage:
		category, _ := s.services.find(r.Slug)
		return page.Hero.Title, category.Scene
	case *articlePage:
		for _, a := range s.blog.Articles {
			if a.Slug == r.Slug {
				return a.Title, a.Image
			}
		}
	}
	if r.Kind == KindBlog {
		return s.blog.Index.Title, s.blog.Articles[0].Image
	}
	return s.home.Hero.Title, s.home.Hero.Scene
}
