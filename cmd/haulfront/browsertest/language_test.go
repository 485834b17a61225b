package browsertest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/scaffold"
)

const spanishPage = `---
title: "Recogemos lo que ya no quiere | {short_name}"
description: "Recogemos muebles, aparatos, ramas y escombro en {town}. Usted sabe el precio antes de que carguemos."
heading: Hablamos español
lead: Díganos qué necesita que nos llevemos.
lang: es
words: { title: Pida su precio, text: Llame o escriba., button: Pedir precio, contents: En esta página }
---

Primero el precio.
`

// The form of a page in Spanish speaks Spanish before and after hydration.
func TestLanguage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files, err := scaffold.Company{
		Name: "Saguaro Hauling", Phone: "(520) 623-4188", Email: "hello@saguarohauling.com",
		URL: "https://www.saguarohauling.com", State: "AZ", Towns: []string{"Tucson"},
		Services: []string{"junk-removal", "yard-waste"}, Hours: "Mon-Sat 8am-6pm",
	}.Files()
	testkit.Must(t, err)
	files["pages/espanol.md"] = []byte(spanishPage)
	for name, data := range files {
		name = filepath.Join(dir, name)
		testkit.Must(t, errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, data, 0o600)))
	}
	site := startSite(t, "--content="+dir)
	b := newTab(t, 360, 740, true)
	b.injectAxe()
	b.open(site.URL + "/espanol")
	b.fits("a page in Spanish")
	b.set("contact-form", "serviceType", "Yard Waste")
	b.set("contact-form", "zipCode", "85701")
	b.until(`document.querySelector(".QuoteForm-area").innerText.includes("Sí, vamos a 85701")`)
	b.submit("contact-form")
	b.untilToast("alert", "Faltan datos", "Por favor llene todos los datos obligatorios.")
	b.wantErrors("contact-form", "name", "phone", "serviceTimeframe")
	equal(t, "the choice is", eval[string](b, `document.getElementById("contact-form-serviceType")
		.selectedOptions[0].text`), "Ramas y basura del jardín")
	b.accessible("a rejected form in Spanish")
	b.fill("contact-form", map[string]string{"name": "Ana", "phone": "(520) 555-0188", "serviceTimeframe": "Today"})
	b.submit("contact-form")
	b.untilToast("status", "¡Recibimos su solicitud!", "Le contestamos a más tardar en 1 hora, en horas de oficina.")
	request := wantLead(t, site).Request
	equal(t, "the service is", request.ServiceType, "Yard Waste")
	equal(t, "the visitor reads", request.Extra.Language, "es")
	b.wantNoProblems()
}
