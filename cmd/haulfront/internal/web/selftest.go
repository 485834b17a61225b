package web

import (
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/lead"
)

// isSelfTest reports whether a request is one of a self-test. Its header alone proves nothing: a visitor who sends it must
// be able neither to hide a lead nor to pass the rate limit.
func (s *Server) isSelfTest(ctx *fasthttp.RequestCtx) bool {
	if s.cfg.SelfTest == nil {
		return false
	}
	mark := ctx.Request.Header.Peek(lead.SelfTestHeader)
	return len(mark) > 0 && s.cfg.SelfTest(mark)
}
