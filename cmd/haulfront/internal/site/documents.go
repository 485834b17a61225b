package site

import (
	"context"

	"haulfront/cmd/haulfront/internal/seo"
)

// SpeculationRules is the value of the header Speculation-Rules that goes with every page.
const SpeculationRules = seo.SpeculationRulesHeader

// addDocuments adds the documents for crawlers.
func (s *Site) addDocuments() error {
	documents, err := seo.Documents(s.cfg.BaseURL.String(), s.cfg.Content, s.cfg.LastMod)
	for _, d := range documents {
		s.files[d.Path] = &resource{
			mediaType: d.MediaType, cache: cacheChecked,
			make: func(context.Context) ([]byte, error) { return d.Body, nil },
		}
		s.documents = append(s.documents, d.Path)
	}
	return err
}
