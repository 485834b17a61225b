import { useState } from "react";
import Select from "react-select";
import Creatable from "react-select/creatable";

const towns = [
  { label: "Near", options: [{ value: "plano", label: "Plano" }, { value: "allen", label: "Allen & Fairview" }] },
  { label: "Far", options: [{ value: "waco", label: "Waco", isDisabled: true }] },
];

export function Tree() {
  const [open, setOpen] = useState(false);
  return (
    <section data-open={open}>
      <Select instanceId="town" inputId="town" aria-label="Town" options={towns} defaultValue={towns[0]!.options[0]!} />
      <Select
        instanceId="items"
        aria-label="Items"
        isMulti
        menuIsOpen={open}
        options={[{ value: "sofa", label: "Sofa" }, { value: "bed", label: "Bed" }]}
        defaultValue={[{ value: "sofa", label: "Sofa" }]}
      />
      <Creatable instanceId="other" aria-label="Other" placeholder="Anything else?" isClearable />
      <button onClick={() => setOpen(true)}>open</button>
    </section>
  );
}
