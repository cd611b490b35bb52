import type { FormInstance } from 'antd'
import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { Navigate, useSearchParams } from 'react-router'
import { fieldsOf, sentenceOf } from '#kit/failures.ts'
import { useAction } from '#kit/query.tsx'
import { safeRedirect } from '#kit/redirect.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { appTitle, useWindowTitle } from '#kit/ui/site.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useSession } from '#kit/ui/user.tsx'
import { session } from './contract.ts'
import { DoorDrawing } from './DoorDrawing.tsx'
import { showFields } from './PasswordForm.tsx'
import './SignInScreen.css'

/** The door: the company's title, what the product is in one drawing, and the form. */
export function SignInScreen() {
  const { user } = useSession()
  const [query] = useSearchParams()
  useWindowTitle(t('登录'))
  if (user) return <Navigate to={safeRedirect(query.get('redirect'), '/welcome')} replace />
  return (
    <main className="door">
      <section className="door-side">
        <div className="door-brand">
          <img src="/logo.svg" alt="" width={32} height={32} />
          <span>{appTitle}</span>
        </div>
        <DoorDrawing />
      </section>
      <section className="door-form">
        <AccountForm />
      </section>
    </main>
  )
}

interface Account {
  username: string
  password: string
  autoLogin: boolean
}

function useSignIn(form: FormInstance<Account>) {
  const { begin } = useSession()
  // What failed stands in the form, where it stays until the next attempt.
  const signIn = useAction(session.signIn, { skipErrorHandler: true, onSuccess: ({ token }) => begin(token) })
  const submit = (account: Account) =>
    signIn.mutate({ ...account, type: 'account' }, { onError: (error) => showFields(form, error) })
  const failure = fieldsOf(signIn.error) ? null : signIn.error
  return { submit, failure, isPending: signIn.isPending }
}

function AccountForm() {
  const [form] = Form.useForm<Account>()
  const { submit, failure, isPending } = useSignIn(form)
  // Where the keyboard covers half the page, it waits until it is asked for.
  const phone = usePhone()
  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      initialValues={{ autoLogin: false }}
      onFinish={submit}
    >
      <h1>{t('登录')}</h1>
      {failure && <Alert type="error" showIcon title={sentenceOf(failure.notice)} role="alert" />}
      <Form.Item name="username" label={t('用户名')} rules={[{ required: true, whitespace: true }]}>
        <Input
          prefix={<Icon name="user" />}
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={!phone}
          maxLength={64}
        />
      </Form.Item>
      <Form.Item name="password" label={t('密码')} rules={[{ required: true }]}>
        <Input.Password prefix={<Icon name="lock" />} autoComplete="current-password" maxLength={512} />
      </Form.Item>
      <Form.Item name="autoLogin" valuePropName="checked">
        <Checkbox>{t('自动登录')}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={isPending}>
        {t('登录')}
      </Button>
      <p className="door-hint">{t('忘记密码，请联系您的管理员重置。')}</p>
    </Form>
  )
}
