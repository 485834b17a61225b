package web

import (
	"net/url"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// robotsTag keeps an address out of search engines
// (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#xrobotstag).
const robotsTag = "X-Robots-Tag"

// estimateJSON is an estimate for clients that accept JSON.
type estimateJSON struct {
	content.EstimateAnswer
	Area content.AreaAnswer `json:"area"`
}

// estimate answers requests for the estimator with a query, or as JSON. done is false if the plain page is the answer.
func (s *Server) estimate(c fiber.Ctx, current *site.Site) (done bool, err error) {
	query := string(c.RequestCtx().URI().QueryString())
	if query != "" {
		c.Set(robotsTag, "noindex")
	}
	e, err := current.Estimate(c.Context(), query)
	switch {
	case err != nil:
		return true, err
	case wantsJSON(c):
		c.Vary(fiber.HeaderAccept)
		c.Set(fiber.HeaderCacheControl, noStore)
		return true, c.JSON(estimateJSON{e.Answer, s.wordsFor(c, current).Area(e.Values["zip"])})
	case current.Content().HasBlankEstimate(query):
		// A form without scripts sends all of its fields; the address to share names only items with a count.
		target := url.URL{Path: content.EstimatePath, RawQuery: e.Query()}
		return true, c.Redirect().Status(fiber.StatusSeeOther).To(target.String())
	case e.Empty():
		return false, nil
	}
	response, err := current.Page(c.Context(), content.EstimatePath, site.State{Estimate: e}, encodings(c))
	return true, s.sendPage(c, current, fiber.StatusOK, response, err)
}
