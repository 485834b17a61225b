package content

import (
	"cmp"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
)

// TestimonialsSection is customers' reviews.
type TestimonialsSection struct {
	Title string `json:"title"`
	// Rating is the company's, as in structured data, "5.0 out of 5, from 150 reviews"; empty for none.
	Rating     string                `json:"rating" file:"-"`
	RatingHref string                `json:"ratingHref,omitempty" file:"-"`
	Items      []company.Testimonial `json:"items" count:"1 testimonials"`
}

// with adds the company's reviews to the section, which may be nil: those of a town, or all. Without any it is nil.
func (t *TestimonialsSection) with(s *Site, town, rating string) *TestimonialsSection {
	section := *cmp.Or(t, &TestimonialsSection{Title: s.shared.ReviewsTitle})
	if section.Rating = rating; rating != "" {
		section.RatingHref = s.Business.ReviewsURL
	}
	for _, r := range s.Business.Reviews {
		if town == "" || r.Place == town {
			section.Items = append(section.Items[:len(section.Items):len(section.Items)], r)
		}
	}
	if len(section.Items) == 0 {
		return nil
	}
	section.sort()
	section.Items = section.Items[:min(maxReviews, len(section.Items))]
	return &section
}

// maxReviews is how many reviews a page shows, the latest, if there are others than its own.
const maxReviews = 6

func (t *TestimonialsSection) Check(*load.Decoder) { t.sort() }

func (t *TestimonialsSection) sort() {
	slices.SortStableFunc(t.Items, func(a, b company.Testimonial) int { return strings.Compare(b.Month, a.Month) })
}

func (s *Site) review(r *company.Testimonial) *company.Testimonial {
	if s.Business.IsOff(company.PartReviews) {
		return nil
	}
	return r
}

// checkReview checks that the company's words put the review of a service that has one below the quote page's form.
func (s *Site) checkReview(d *load.Decoder) {
	if page, ok := s.pages[QuotePath].(*quotePage); ok && page.Hero.Reviewed != "" {
		slug := &page.Hero.Reviewed
		reviewed, _ := s.pages[KindService.path(*slug)].(*servicePage)
		if (reviewed == nil || reviewed.Review == nil) && !d.BuiltIn(slug) {
			d.Report(slug, "wanted the slug of a finished service with a review in its file", "%q has no review", *slug)
		}
	}
}
