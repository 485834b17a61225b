package command

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/content"
)

type pricesCommand struct {
	Raise raiseCommand `cmd:"" help:"Raise the prices in prices.yaml by some percent."`
}

// raiseCommand is "haulfront prices raise PERCENT".
type raiseCommand struct {
	Percent float64 `arg:"" help:"Percent, such as 5."`
	Content string  `required:"" env:"CONTENT_DIR" type:"path" placeholder:"DIR" help:"Content folder."`
}

var (
	priceBlock  = regexp.MustCompile(`(?m)^prices:.*\n(?:(?:[ \t#].*)?\n)*`)
	priceAmount = regexp.MustCompile(`\b(?:low|high):\s*\d+`)
)

// Run changes what the company charges, not the ranges of the market, and keeps comments.
func (c *raiseCommand) Run(env *environment) error {
	file := filepath.Join(c.Content, "prices.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("prices raise: %w", err)
	}
	if c.Percent <= 0 || c.Percent > 100 {
		return fmt.Errorf("prices raise: %v percent; wanted more than 0 and at most 100", c.Percent)
	}
	changed := 0
	text := priceBlock.ReplaceAllStringFunc(string(data), func(block string) string {
		return priceAmount.ReplaceAllStringFunc(block, func(pair string) string {
			key, written, _ := strings.Cut(pair, ":")
			amount, _ := strconv.Atoi(strings.TrimSpace(written))
			to := raised(amount, c.Percent)
			if to != amount {
				changed++
			}
			return fmt.Sprintf("%s: %d", key, to)
		})
	})
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fmt.Errorf("prices raise: %w", err)
	}
	fmt.Fprintf(env.Stdout, "Changed %d amounts in %s.\n", changed, file)
	if _, err := content.Load(sources.Visible(os.DirFS(c.Content))); err != nil {
		fmt.Fprintln(env.Stdout, err)
	}
	return nil
}

// raised is an amount in US dollars, by some percent more, rounded as it was: to a 9 at its end, or to multiples of 25
// from $500, of 10 or of 5.
func raised(amount int, percent float64) int {
	step, end := 1, 0
	switch {
	case amount%10 == 9:
		step, end = 10, 9
	case amount%25 == 0 && amount >= 500:
		step = 25
	case amount%10 == 0:
		step = 10
	case amount%5 == 0:
		step = 5
	}
	return int(math.Round((float64(amount)*(1+percent/100)-float64(end))/float64(step)))*step + end
}
