/** The least that a sign-in with antd takes: a form, a router, a query client. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'

function SignIn() {
  return (
    <Form>
      <Form.Item name="username" rules={[{ required: true }]}>
        <Input id="username" />
      </Form.Item>
      <Form.Item name="password" rules={[{ required: true }]}>
        <Input.Password />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        登录
      </Button>
    </Form>
  )
}

const router = createBrowserRouter([{ path: '*', element: <SignIn /> }])
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
