import {
  Button, ComboBox, I18nProvider, Input, Label, ListBox, ListBoxItem, NumberField, Popover, Tab, TabList, TabPanel, Tabs,
} from "react-aria-components";

export function Tree() {
  return (
    <I18nProvider locale="en-US">
      <Tabs>
        <TabList aria-label="Loads">
          <Tab id="one">One</Tab>
          <Tab id="more">More</Tab>
        </TabList>
        <TabPanel id="one">A sofa</TabPanel>
        <TabPanel id="more">A truck</TabPanel>
      </Tabs>
      <ComboBox defaultItems={[{ id: "sofa" }, { id: "bed" }]} defaultInputValue="so">
        <Label>Item</Label>
        <Input />
        <Button>▼</Button>
        <Popover>
          <ListBox>{(item: { id: string }) => <ListBoxItem id={item.id}>{item.id}</ListBoxItem>}</ListBox>
        </Popover>
      </ComboBox>
      <NumberField defaultValue={1234.5} formatOptions={{ style: "currency", currency: "USD" }}>
        <Label>Price</Label>
        <Input />
      </NumberField>
    </I18nProvider>
  );
}
