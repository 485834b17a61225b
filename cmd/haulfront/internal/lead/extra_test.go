package lead

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

func TestExtraIsKept(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		plain := s.submit(submission("plain"), true)
		sub := submission("estimate")
		sub.Request.Message = "Your estimate: $399–$1,050" // or it would be the same lead with another key
		sub.Request.Extra.Estimate = &quote.Estimate{
			Query: "sofa=1&hot-tub=1", Total: "$399–$1,050", Low: 399, High: 1050,
			Lines: []content.EstimateLine{{Label: "1 sofa", Note: `"between" <two> loads`, Price: "$99–$250"}},
		}
		sub.Request.Extra.Texts = map[string]string{"gateCode": "#12 \"left\""}
		id := s.submit(sub, true)
		for id, want := range map[string]quote.Extra{plain: {}, id: sub.Request.Extra} {
			l, err := s.journal.Get(t.Context(), id)
			must(t, err)
			if diff := cmp.Diff(want, l.Request.Extra); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
	})
}
