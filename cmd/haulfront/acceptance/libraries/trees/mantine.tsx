import "./mantine.css";
import { Accordion, Badge, Button, Card, Checkbox, createTheme, Group, MantineProvider, Modal } from "@mantine/core";
import { NumberInput, Progress, Select, SimpleGrid, Stack, Table, Tabs, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";

const theme = createTheme({ primaryColor: "teal", defaultRadius: "md" });

export function Tree() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <MantineProvider theme={theme}>
      <Stack p="md">
        <Title order={2}>Loads</Title>
        <Tabs defaultValue="half">
          <Tabs.List>
            <Tabs.Tab value="half">Half</Tabs.Tab>
            <Tabs.Tab value="full">Full</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="half">six cubic yards</Tabs.Panel>
          <Tabs.Panel value="full">twelve cubic yards</Tabs.Panel>
        </Tabs>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Card withBorder>
            <Group justify="space-between">
              <Text fw={500}>Sofa & bed</Text>
              <Badge>same day</Badge>
            </Group>
            <Progress value={40} />
          </Card>
          <Table data={{ head: ["Item", "Price"], body: [["Sofa", 79], ["Bed", 80]] }} />
        </SimpleGrid>
        <TextInput label="Name" placeholder="as on the bill" withAsterisk error="missing" />
        <NumberInput label="Steps" defaultValue={1200} thousandSeparator="," />
        <Select label="Load" data={["Quarter", "Half"]} defaultValue="Half" />
        <Checkbox label="Call first" defaultChecked />
        <Accordion defaultValue="a">
          <Accordion.Item value="a">
            <Accordion.Control>What do you take?</Accordion.Control>
            <Accordion.Panel>Nearly everything</Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <Button onClick={open}>Book</Button>
        <Modal opened onClose={close} withinPortal={false} trapFocus={false} lockScroll={false} title="Open">
          on the server
        </Modal>
        <Modal opened={opened} onClose={close} title="Booked">
          We call first
        </Modal>
      </Stack>
    </MantineProvider>
  );
}
