package develop

import (
	"strings"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttpadaptor"

	rebuild "haulfront/render/develop"
)

// wrap returns a handler that serves what a hub does, and adds the hub's script to every page of next.
func wrap(hub *rebuild.Hub, next fasthttp.RequestHandler) fasthttp.RequestHandler {
	own := fasthttpadaptor.NewFastHTTPHandler(hub)
	return func(ctx *fasthttp.RequestCtx) {
		if hub.Serves(string(ctx.Path())) {
			own(ctx)
			return
		}
		edition, accept := hub.State().Edition, string(ctx.Request.Header.Peek(fasthttp.HeaderAccept))
		ctx.Request.Header.Del(fasthttp.HeaderAcceptEncoding)
		ctx.Request.Header.Del(fasthttp.HeaderIfNoneMatch)
		next(ctx)
		response := &ctx.Response
		mediaType := string(response.Header.ContentType())
		if !strings.HasPrefix(mediaType, "text/html") && response.StatusCode() != fasthttp.StatusInternalServerError {
			return // it may be a stream
		}
		complete := rebuild.Response{Status: response.StatusCode(), ContentType: mediaType, Body: response.Body()}
		hub.Complete(&complete, edition, string(ctx.Method()), accept)
		// A cached page has the script of another edition.
		response.Header.Del(fasthttp.HeaderETag)
		response.SetStatusCode(complete.Status)
		response.Header.SetContentType(complete.ContentType)
		response.SetBodyRaw(complete.Body)
	}
}

// waiting is the handler of a site that cannot be served.
func waiting(ctx *fasthttp.RequestCtx) {
	ctx.SetStatusCode(fasthttp.StatusServiceUnavailable)
	ctx.SetContentType("text/html; charset=utf-8")
	ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	ctx.SetBodyString(rebuild.Waiting)
}
