package content

import "embed"

// FS holds the YAML files of this folder, so that a built program carries its own words. In development the folder
// itself is given to Load instead, and an edit shows without a build.
//
//go:embed *.yaml
var FS embed.FS
