// Command pack writes packed.zip: the sources of the page with the packages that they import.
package main

import (
	"log"
	"os"

	"haulfront/render"
)

func main() {
	cfg := render.Config{ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/"}
	packed, err := render.Pack(cfg, nil)
	if err == nil {
		err = os.WriteFile("packed.zip", packed, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}
