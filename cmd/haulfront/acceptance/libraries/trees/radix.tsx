import { Accordion, Avatar, Checkbox, Dialog, DropdownMenu, Label, Progress, RadioGroup, ScrollArea } from "radix-ui";
import { Select, Separator, Slider, Switch, Tabs, Toggle, Tooltip } from "radix-ui";

export function Tree() {
  return (
    <Tooltip.Provider>
      <Tabs.Root defaultValue="half">
        <Tabs.List aria-label="Loads">
          <Tabs.Trigger value="half">Half</Tabs.Trigger>
          <Tabs.Trigger value="full">Full</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="half">six cubic yards</Tabs.Content>
        <Tabs.Content value="full">twelve cubic yards</Tabs.Content>
      </Tabs.Root>
      <Accordion.Root type="single" defaultValue="a" collapsible>
        <Accordion.Item value="a">
          <Accordion.Header>
            <Accordion.Trigger>What do you take?</Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Content>Nearly everything</Accordion.Content>
        </Accordion.Item>
      </Accordion.Root>
      <Dialog.Root>
        <Dialog.Trigger className="open">Book</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay />
          <Dialog.Content>
            <Dialog.Title>Booked</Dialog.Title>
            <Dialog.Description>We call first</Dialog.Description>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Dialog.Root open modal={false}>
        <Dialog.Content>
          <Dialog.Title>Open on the server</Dialog.Title>
          <Dialog.Description>without a portal</Dialog.Description>
        </Dialog.Content>
      </Dialog.Root>
      <Tooltip.Root defaultOpen={false}>
        <Tooltip.Trigger>?</Tooltip.Trigger>
      </Tooltip.Root>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>More</DropdownMenu.Trigger>
      </DropdownMenu.Root>
      <form>
        <Label.Root htmlFor="first">Call first</Label.Root>
        <Checkbox.Root id="first" name="first" defaultChecked>
          <Checkbox.Indicator>yes</Checkbox.Indicator>
        </Checkbox.Root>
        <Switch.Root name="same-day">
          <Switch.Thumb />
        </Switch.Root>
        <RadioGroup.Root name="load" defaultValue="half">
          <RadioGroup.Item value="half">
            <RadioGroup.Indicator />
          </RadioGroup.Item>
          <RadioGroup.Item value="full" />
        </RadioGroup.Root>
        <Select.Root name="size" defaultValue="s">
          <Select.Trigger>
            <Select.Value placeholder="Size" />
          </Select.Trigger>
          <Select.Portal>
            <Select.Content>
              <Select.Item value="s">
                <Select.ItemText>Small</Select.ItemText>
              </Select.Item>
            </Select.Content>
          </Select.Portal>
        </Select.Root>
        <Slider.Root name="steps" defaultValue={[25, 75]}>
          <Slider.Track>
            <Slider.Range />
          </Slider.Track>
          <Slider.Thumb aria-label="from" />
          <Slider.Thumb aria-label="to" />
        </Slider.Root>
      </form>
      <Separator.Root decorative />
      <Toggle.Root defaultPressed>bold</Toggle.Root>
      <Progress.Root value={40}>
        <Progress.Indicator />
      </Progress.Root>
      <Avatar.Root>
        <Avatar.Fallback>JR</Avatar.Fallback>
      </Avatar.Root>
      <ScrollArea.Root>
        <ScrollArea.Viewport>long</ScrollArea.Viewport>
        <ScrollArea.Scrollbar orientation="vertical" />
      </ScrollArea.Root>
    </Tooltip.Provider>
  );
}
