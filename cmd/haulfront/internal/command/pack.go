package command

import (
	"context"
	"os"

	"haulfront/cmd/haulfront/internal/server/sources"
)

// packCommand is "haulfront pack FILE": it collects the sources that a program carries which is built with make build.
type packCommand struct {
	File string `arg:"" help:"The zip file to write."`
}

// Run writes the checkout's sources.
func (c *packCommand) Run(ctx context.Context) error {
	dir, err := sources.FindCheckout()
	if err != nil {
		return err
	}
	data, err := sources.Pack(ctx, dir)
	if err != nil {
		return err
	}
	return os.WriteFile(c.File, data, 0o644)
}
