import { Button, Checkbox, Combobox, ComboboxInput, Description, Dialog, DialogPanel } from "@headlessui/react";
import { Disclosure, DisclosureButton, DisclosurePanel, Field, Input, Label, Listbox } from "@headlessui/react";
import { ListboxButton, Menu, MenuButton, Radio, RadioGroup, Switch, Tab, TabGroup } from "@headlessui/react";
import { TabList, TabPanel, TabPanels, Transition } from "@headlessui/react";
import { useState } from "react";

export function Tree() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TabGroup>
        <TabList>
          <Tab>Half</Tab>
          <Tab>{({ selected }) => (selected ? "FULL" : "Full")}</Tab>
        </TabList>
        <TabPanels>
          <TabPanel>six cubic yards</TabPanel>
          <TabPanel unmount={false}>twelve cubic yards</TabPanel>
        </TabPanels>
      </TabGroup>
      <Disclosure defaultOpen>
        <DisclosureButton>What do you take?</DisclosureButton>
        <DisclosurePanel>Nearly everything</DisclosurePanel>
      </Disclosure>
      <form>
        <Field>
          <Label>Name</Label>
          <Description>as on the bill</Description>
          <Input name="name" required />
        </Field>
        <Listbox name="load" defaultValue="half">
          <ListboxButton>Half</ListboxButton>
        </Listbox>
        <Combobox name="city" defaultValue="Plano">
          <ComboboxInput aria-label="City" />
        </Combobox>
        <RadioGroup name="when" defaultValue="today" aria-label="When">
          <Radio value="today">today</Radio>
        </RadioGroup>
        <Switch name="call" defaultChecked />
        <Checkbox name="stairs" />
      </form>
      <Menu>
        <MenuButton>More</MenuButton>
      </Menu>
      <Transition show={!open} appear>
        <p>not booked</p>
      </Transition>
      <Button className="open" onClick={() => setOpen(true)}>
        Book
      </Button>
      <Dialog open={open} onClose={setOpen}>
        <DialogPanel>Booked</DialogPanel>
      </Dialog>
    </>
  );
}
