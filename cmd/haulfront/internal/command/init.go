package command

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"haulfront/content/scaffold"
)

// initCommand is "haulfront init DIR".
type initCommand struct {
	Dir string `arg:"" type:"path" help:"Folder to write to: a new or an empty one."`

	Name    string   `help:"The company, as pages show it."`
	Phone   string   `help:"The number that the office answers."`
	Email   string   `help:"The address that the office reads."`
	URL     string   `name:"url" help:"Where the site will be, such as https://www.example.com."`
	State   string   `help:"The state, such as TX."`
	Town    []string `sep:"none" help:"A town: NAME, or NAME, WI in another state, or NAME@LAT,LON. Repeatable."`
	Service []string `help:"A service by its slug, see above, or all, or the name of your own. Repeatable."`
	Radius  int      `help:"Miles around the first town. Default: 10 beyond the farthest, to be confirmed."`
	Address string   `help:"Where customers may come: 100 Example St, Dallas, TX 75201. Default: none."`
	Hours   string   `help:"Office hours, such as Mon-Fri 8-5, Sat 8-12, Nov 1-Mar 31 9-4, Jun 1-Aug 31 Mon-Sat 8-6."`
	Vehicle string   `help:"What you haul with: truck, the default, or trailer. Pages say and show that."`
	Booking string   `help:"Customers book a free time (self), ask for some (ask, the default), or neither (off)."`
}

// Help lists the services.
func (*initCommand) Help() string {
	return "Services that the program has text for: " + strings.Join(scaffold.ServiceSlugs(), ", ") + "."
}

// Run writes a folder of content with what is given, after asking for the rest on a terminal.
func (c *initCommand) Run(env *environment) error {
	if err := wantEmpty(c.Dir); err != nil {
		return fmt.Errorf("init: %w", err)
	}
	if err := c.ask(env); err != nil {
		return fmt.Errorf("init: %w", err)
	}
	files, err := c.company(env).Files()
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	if err := writeAll(c.Dir, files, slices.Sorted(maps.Keys(files))); err != nil {
		return fmt.Errorf("init: %w", err)
	}
	fmt.Fprintf(env.Stdout, "%d files in %s. Confirm the prices in prices.yaml and the facts in facts.yaml; what is "+
		"left:\n  %[4]s check --publish --content %[2]s\nSee the site, its office, and the times that customers "+
		"can pick:\n  %[4]s serve --content %[2]s --base-url http://localhost:8080 --office-users "+
		"'Owner <%[3]s>'\n", len(files), c.Dir, c.Email, os.Args[0])
	return nil
}

// company is what is given.
func (c *initCommand) company(env *environment) scaffold.Company {
	return scaffold.Company{
		Name: c.Name, Phone: c.Phone, Email: c.Email, URL: c.URL, Address: c.Address, State: c.State, Towns: c.Town,
		Radius: c.Radius, Services: c.Service, Hours: c.Hours, Vehicle: c.Vehicle, Booking: c.Booking, Day: env.Now(),
	}
}

// ask asks for everything that is not given, each question until its answer is right; without a terminal, it names the
// flags.
func (c *initCommand) ask(env *environment) error {
	if err := c.company(env).Wrong(); err != nil {
		return err
	}
	var lines *bufio.Scanner
	if env.Stdin != nil {
		lines = bufio.NewScanner(env.Stdin)
	}
	var missing []string
	answer := func(given bool, flag, question string, set func(string)) {
		for !given && lines != nil {
			fmt.Fprintf(env.Stdout, "%s: ", question)
			if !lines.Scan() {
				break
			}
			line, before := strings.TrimSpace(lines.Text()), *c
			if line == "" && flag == "" {
				return
			}
			set(line)
			err := c.company(env).Wrong()
			if line == "" {
				err = errors.New("wanted an answer")
			}
			if err == nil {
				return
			}
			*c = before
			fmt.Fprintln(env.Stdout, err)
		}
		if !given && flag != "" {
			missing = append(missing, flag)
		}
	}
	text := func(into *string, flag, question string) {
		answer(*into != "", flag, question, func(line string) { *into = line })
	}
	list := func(into *[]string, flag, question string) {
		answer(len(*into) > 0, flag, question, func(line string) {
			for _, item := range listItem.FindAllString(line, -1) {
				*into = append(*into, strings.TrimSpace(item))
			}
		})
	}
	text(&c.Name, "--name", "Company")
	text(&c.Phone, "--phone", "Phone")
	text(&c.Email, "--email", "Email")
	text(&c.URL, "--url", "Web address (https://…)")
	text(&c.State, "--state", "State, such as TX")
	list(&c.Town, "--town", "Towns, such as Duluth, Cloquet, Superior, WI")
	slugs := strings.Join(scaffold.ServiceSlugs(), ", ")
	list(&c.Service, "--service", "Services, separated by commas: "+slugs+", or all, and names of your own")
	if len(missing) > 0 {
		return errors.New("there is no " + strings.Join(missing, ", "))
	}
	if lines != nil {
		usual, err := c.company(env).DefaultRadius()
		if err != nil {
			return err
		}
		answer(c.Radius > 0, "", "Miles within which you work, or nothing for "+usual, func(line string) {
			if c.Radius, err = strconv.Atoi(line); err != nil || c.Radius < 1 {
				c.Radius = -1
			}
		})
		text(&c.Hours, "", "Office hours, such as Mon-Fri 8-5, Sat 8-12")
		text(&c.Address, "", "Address where customers may come, such as 100 Example St, Dallas, TX 75201, or nothing")
		text(&c.Vehicle, "", "You haul with a truck or a trailer")
		text(&c.Booking, "", "Customers book a free time (self), ask for some (ask), or neither (off)")
	}
	return nil
}

// listItem is one of several between commas or semicolons. After a comma, a state belongs to the town before it.
var listItem = regexp.MustCompile(`[^,;]+(?:,\s*[A-Z]{2}\b)?`)

// writeAll writes files below dir in an order.
func writeAll(dir string, files map[string][]byte, names []string) error {
	for _, name := range names {
		if err := writeFile(dir, name, files[name]); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file below dir, and creates its folder.
func writeFile(dir, name string, data []byte) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}
