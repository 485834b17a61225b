package develop

import (
	"context"
	"fmt"
	"io"
	"net"

	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	rebuild "haulfront/render/develop"
)

// AwaitChange responds to every request with the problem that prevents the start, until a file of the checkout changes,
// and returns nil then. It returns the problem itself if it has nothing to watch, and the error of ctx once that ends.
func AwaitChange(ctx context.Context, set config.Settings, problem error, stderr io.Writer) error {
	src, err := sources.Open(set, true)
	if err != nil {
		return problem
	}
	files, err := src.Content(set, true)
	if err != nil {
		return problem
	}
	d := NewDeveloper(src, files, set, nil, nil, nil, nil)
	watcher, err := rebuild.NewWatcher(d.watched()...)
	if err != nil {
		return problem
	}
	defer watcher.Close()
	listener, err := net.Listen("tcp", set.Addr)
	if err != nil {
		return problem // probably that the address is in use
	}
	fmt.Fprintf(stderr, "haulfront: %v\nwaiting for a change\n", problem)
	hub := rebuild.NewHub(d.dir, options(set), nil)
	hub.Report(partProgram, rebuild.ProblemsOf(problem, rebuild.Content, d.contentDir)...)
	server := &fasthttp.Server{Handler: wrap(hub, waiting), Name: "haulfront", DisableKeepalive: true}
	go func() { _ = server.Serve(listener) }() // until Shutdown
	watcher.Next(ctx)
	hub.Close()
	_ = server.Shutdown()
	return ctx.Err()
}

// waiting is the handler of a site that cannot be served.
func waiting(ctx *fasthttp.RequestCtx) {
	ctx.Error("waiting for a change", fasthttp.StatusInternalServerError) // the hub shows the problem instead
	ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
}
