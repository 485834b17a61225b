// Command pack writes packed.zip: the sources of the page with the packages that they import.
package main

import (
	"archive/zip"
	"log"
	"os"

	"haulfront/render"
)

func main() {
	files, err := render.Pack(render.Config{
		ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/",
	})
	if err != nil {
		log.Fatal(err)
	}
	archive, err := os.Create("packed.zip")
	if err != nil {
		log.Fatal(err)
	}
	zipped := zip.NewWriter(archive)
	for name, data := range files {
		file, err := zipped.Create(name)
		if err == nil {
			_, err = file.Write(data)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	if err := zipped.Close(); err != nil {
		log.Fatal(err)
	}
}
