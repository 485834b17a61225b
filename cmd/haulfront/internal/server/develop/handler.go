package develop

import (
	"fmt"
	"strings"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttpadaptor"

	"haulfront/cmd/haulfront/internal/server/config"
	rebuild "haulfront/render/develop"
)

// options are the options of hubs.
func options(set config.Settings) rebuild.Options {
	o := rebuild.Options{Editor: set.EditorURL}
	if set.BaseURL != nil {
		o.Hosts = []string{set.BaseURL.Hostname()}
	}
	return o
}

// wrap returns a handler that serves what a hub does, and adds the hub's script to every page of next.
func wrap(hub *rebuild.Hub, next fasthttp.RequestHandler) fasthttp.RequestHandler {
	own := fasthttpadaptor.NewFastHTTPHandler(hub)
	return func(ctx *fasthttp.RequestCtx) {
		if host := string(ctx.Host()); !hub.IsLocal(host) {
			const text = "serve --dev answers only to names of this machine, not to %q: another site could read the " +
				"sources. Use localhost or an address, or set BASE_URL.\n"
			ctx.Error(fmt.Sprintf(text, host), fasthttp.StatusForbidden)
			return
		}
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
