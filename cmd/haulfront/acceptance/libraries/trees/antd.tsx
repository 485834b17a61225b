import { Alert, Button, Card, Collapse, ConfigProvider, Form, Input, Modal, Radio, Rate, Space, Steps } from "antd";
import { Switch, Table, Tabs, Tag, Typography } from "antd";
import { useState } from "react";

export function Tree() {
  const [open, setOpen] = useState(false);
  return (
    <ConfigProvider theme={{ token: { colorPrimary: "#2f6f4f", borderRadius: 10, motion: false } }}>
      <Space orientation="vertical">
        <Typography.Title level={2}>Loads & prices</Typography.Title>
        <Steps current={1} items={[{ title: "Call" }, { title: "Pickup" }]} />
        <Tabs items={[{ key: "half", label: "Half", children: "six cubic yards" }, { key: "full", label: "Full" }]} />
        <Card title="Sofa, bed" extra={<Tag color="green">same day</Tag>}>
          <Table
            pagination={false}
            columns={[{ title: "Item", dataIndex: "item" }, { title: "Price", dataIndex: "price", align: "right" }]}
            dataSource={[{ key: 1, item: "Sofa", price: "$99" }, { key: 2, item: "Bed", price: "$129" }]}
          />
          <Rate disabled defaultValue={4} />
        </Card>
        <Form layout="vertical" initialValues={{ name: "Jo" }}>
          <Form.Item name="name" label="Name" rules={[{ required: true }]}>
            <Input />
          </Form.Item>
          <Radio.Group options={["Today", "Later"]} defaultValue="Later" />
          <Switch defaultChecked />
        </Form>
        <Collapse defaultActiveKey={["1"]} items={[{ key: "1", label: "What do you take?", children: "Nearly all" }]} />
        <Alert type="info" showIcon title="We call first" />
        <Button className="open" type="primary" onClick={() => setOpen(true)}>
          Book
        </Button>
      </Space>
      <Modal open={open} title="Booked" footer={null} onCancel={() => setOpen(false)} />
    </ConfigProvider>
  );
}
