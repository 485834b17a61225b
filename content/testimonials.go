package content

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"haulfront/content/company"
	"haulfront/content/load"
)

// TestimonialsSection is customers' reviews.
type TestimonialsSection struct {
	Title string `json:"title"`
	// Rating is the company's, as in structured data, "5.0 out of 5, from 150 reviews"; empty for none.
	Rating     string        `json:"rating" file:"-"`
	RatingHref string        `json:"ratingHref,omitempty" file:"-"`
	Items      []Testimonial `json:"items" count:"1 testimonials"`
}

// with adds the company's reviews to the section, which may be nil: those of a town, or all. Without any it is nil.
func (t *TestimonialsSection) with(s *Site, town, rating string) *TestimonialsSection {
	section := *cmp.Or(t, &TestimonialsSection{Title: s.shared.ReviewsTitle})
	if section.Rating = rating; rating != "" {
		section.RatingHref = s.Business.ReviewsURL
	}
	for _, r := range s.Business.Reviews {
		if town == "" || r.Town == town {
			item := Testimonial{Text: r.Text, Author: r.Name, Place: r.Town, Date: r.Date, Rating: r.Stars,
				Href: r.Source, Photo: r.Photo}
			item.complete()
			section.Items = append(section.Items[:len(section.Items):len(section.Items)], item)
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
	slices.SortStableFunc(t.Items, func(a, b Testimonial) int { return strings.Compare(b.month, a.month) })
}

// Testimonial is one customer's review.
type Testimonial struct {
	Text   string `json:"text"`
	Author string `json:"author"`
	Place  string `json:"place"`
	// Rating is 1 to 5 stars, RatingLabel the same for screen readers.
	Rating      int    `json:"rating"`
	RatingLabel string `json:"ratingLabel" file:"-"`
	// Date is its month, "2026-09" in content and "September 2026" here; empty if content has none.
	Date string `json:"date,omitempty"`
	// Href is where the review stands; empty if nowhere else.
	Href  string `json:"href,omitempty"`
	Photo string `json:"photo,omitempty" file:"photo,omitempty"`

	month string // Date as content has it
}

// complete makes the label and the date.
func (t *Testimonial) complete() {
	t.RatingLabel = fmt.Sprintf("%d out of 5 stars", t.Rating)
	if month, err := time.Parse("2006-01", t.Date); err == nil {
		t.Date, t.month = month.Format("January 2006"), t.Date
	}
}

func (t *Testimonial) Check(d *load.Decoder) {
	company.CheckReview(d, &t.Date, &t.Rating)
	t.complete()
}

func (s *Site) review(r *Testimonial) *Testimonial {
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
