/** The least page of a console list with antd: the user, a menu, a filter form, and a table of 20 rows. */
import { Button, Form, Input, Layout, Menu, Table } from 'antd'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface User {
  name: string
}

interface Answers {
  user: User
  rows: { id: number }[]
}

const read = async (url: string) => (await fetch(url)).json()

// Both requests concurrently, before the first render.
const answers: Promise<Answers> = Promise.all([read('/answers/user'), read('/answers/rows')]).then(
  ([user, rows]) => ({ user: user.data, rows: rows.data.items }),
)

const TITLES = {
  name: '名称',
  code: '编号',
  customerName: '客户',
  platform: '平台',
  status: '状态',
  leaderName: '组长',
  onlineOn: '上线日期',
  monthlyFeeCents: '月费',
}
const columns = Object.entries(TITLES).map(([dataIndex, title]) => ({ title, dataIndex, key: dataIndex }))
const items = ['首页', '员工管理', '客户管理', '店铺管理', '流失记录', '账单管理', '报表'].map((label) => ({
  key: label,
  label,
}))

function List() {
  const [loaded, setLoaded] = useState<Answers>()
  useEffect(() => void answers.then(setLoaded), [])
  return (
    <Layout>
      <Layout.Header>{loaded?.user.name}</Layout.Header>
      <Layout>
        <Layout.Sider theme="light">
          <Menu items={items} />
        </Layout.Sider>
        <Layout.Content>
          <Form layout="inline">
            <Form.Item name="keyword" label="店铺">
              <Input />
            </Form.Item>
            <Button type="primary" htmlType="submit">
              查询
            </Button>
          </Form>
          <Table columns={columns} dataSource={loaded?.rows} rowKey="id" pagination={{ pageSize: 20 }} />
        </Layout.Content>
      </Layout>
    </Layout>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<List />)
