/** The least that a list with antd takes: twenty rows in a table, a router, a query client. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Table } from 'antd'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'

const NAMES = ['编号', '名称', '客户', '平台', '状态', '组长', '上线日期', '咨询量']
const columns = NAMES.map((title, at) => ({ title, dataIndex: String(at), key: title }))
const rows = Array.from({ length: 20 }, (_, row) => ({
  key: row,
  ...Object.fromEntries(NAMES.map((name, at) => [String(at), `${name} ${row}`])),
}))

const router = createBrowserRouter([{ path: '*', element: <Table columns={columns} dataSource={rows} /> }])
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
