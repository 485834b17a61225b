package site

import (
	"context"
	"fmt"

	"haulfront/content"
)

// MailHTML renders a mail.
func (s *Site) MailHTML(ctx context.Context, mail content.Mail) ([]byte, error) {
	if err := ctx.Err(); err != nil { // a short render may end before it is interrupted
		return nil, fmt.Errorf("render a mail: %w", err)
	}
	page, err := s.cfg.Engine.Page(ctx, "Mail", mail)
	if err != nil {
		return nil, fmt.Errorf("render a mail: %w", err)
	}
	html, err := page.HTML(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("render a mail: %w", err)
	}
	return html, nil
}
