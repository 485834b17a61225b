package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/content"
)

// checkCommand is "haulfront check".
type checkCommand struct {
	flags
	Update bool `help:"Note today as the day on which changed pages changed, in content/lastmod.yaml."`
}

// Run makes every page and reports everything that is wrong, each with its file or path and what is wanted.
func (c *checkCommand) Run(ctx context.Context, env *environment) error {
	site, err := openOffline(ctx, c.flags, env, nil)
	if err != nil {
		return err
	}
	return site.check(ctx, c.Update, env)
}

// check reports what is wrong with the site, after updating its pages' days where that is wanted.
func (s *offline) check(ctx context.Context, update bool, env *environment) error {
	survey, err := s.Survey(ctx)
	if err != nil {
		return err
	}
	if update {
		if err := s.update(survey, env.Now()); err != nil {
			return err
		}
	}
	if err := errors.Join(seo.Check(survey), unusedFacts(content.FS)); err != nil {
		return fmt.Errorf("check:\n%w", err)
	}
	_, err = fmt.Fprintf(env.Stdout, "%d pages and %d documents for machines agree\n", len(survey.Pages), len(survey.Documents))
	return err
}

// update writes the days of the pages as they are now, and puts them into the survey.
func (s *offline) update(survey *seo.Survey, now time.Time) error {
	zone, err := time.LoadLocation(s.words.Timezone())
	if err != nil {
		return err
	}
	survey.Days = survey.Days.Update(survey.Pages, now.In(zone).Format(time.DateOnly))
	survey.Documents[seo.SitemapPath] = seo.Sitemap(survey.Pages, survey.Days)
	file := filepath.Join(s.dir, "content", seo.DaysFile)
	if _, err := os.Stat(filepath.Dir(file)); s.dir == "" || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--update writes %s in a checkout: name it with --sources", filepath.Join("content", seo.DaysFile))
	}
	if err := os.WriteFile(file, survey.Days.Encode(), 0o644); err != nil {
		return fmt.Errorf("write the pages' days: %w", err)
	}
	return nil
}
