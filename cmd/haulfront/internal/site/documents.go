package site

import (
	"context"

	"haulfront/cmd/haulfront/internal/seo"
)

// addDocuments adds the documents for crawlers, which are written when they are first asked for.
func (s *Site) addDocuments() error {
	documents, err := seo.Documents(s.baseURL.String(), s.cfg.Content, s.lastMod)
	for _, d := range documents {
		s.add(d.Path, &resource{
			mediaType: d.MediaType, cache: cacheChecked,
			make: func(context.Context) ([]byte, error) { return d.Body(), nil },
		})
		s.documents = append(s.documents, d.Path)
	}
	return err
}
