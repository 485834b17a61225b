package content

import "embed"

// FS holds the files with copy and facts, so that a built program carries its own words. In development the folder
// itself is given to Load instead, and an edit shows without a build.
//
//go:embed *.yaml zips.csv articles/*.md legal/*.md categories/*.yaml cities/*.yaml services/*.yaml
var FS embed.FS
