import { Button, Form, type FormInstance, Input } from 'antd'
import { fieldsOf } from '#kit/failures.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { SubmitForm } from '#kit/ui/SubmitForm.tsx'
import { useSession, useUser } from '#kit/ui/user.tsx'
import { session } from './contract.ts'

interface Passwords {
  oldPassword: string
  newPassword: string
  repeated: string
}

/** Shows the server's error messages under their fields. */
function showFields<T>(form: FormInstance<T>, error: unknown): void {
  const fields = Object.entries(fieldsOf(error) ?? {})
  form.setFields(fields.map(([name, sentence]) => ({ name: name as never, errors: [sentence] })))
}

function useChange(form: FormInstance<Passwords>, onChanged: () => void) {
  const { refresh } = useSession()
  const change = useAction(session.changePassword)
  const submit = ({ oldPassword, newPassword }: Passwords) =>
    change.mutate(
      { oldPassword, newPassword },
      {
        onError: (error) => showFields(form, error),
        onSuccess: async () => {
          form.resetFields()
          await refresh()
          onChanged()
        },
      },
    )
  return { submit, isPending: change.isPending }
}

/** Old password, new password and its repetition. The server rejects common passwords. */
export function PasswordForm({ submitText, onChanged }: { submitText: string; onChanged: () => void }) {
  const [form] = Form.useForm<Passwords>()
  const { username } = useUser()
  const { submit, isPending } = useChange(form, onChanged)
  return (
    <SubmitForm
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      className="password-form"
    >
      {/* Tells a password manager which account the password belongs to. */}
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <Form.Item name="oldPassword" label={t('原密码')} rules={[{ required: true }]}>
        <Input.Password autoComplete="current-password" maxLength={512} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t('新密码')}
        extra={t('至少 8 个字符，建议 15 个以上，不必混用大小写和符号')}
        rules={[{ required: true }, { min: 8, max: 128 }]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <RepeatedItem />
      <Button type="primary" htmlType="submit" loading={isPending}>
        {submitText}
      </Button>
    </SubmitForm>
  )
}

function RepeatedItem() {
  return (
    <Form.Item
      name="repeated"
      label={t('再次输入新密码')}
      dependencies={['newPassword']}
      rules={[
        { required: true, message: t('请再次输入新密码') },
        ({ getFieldValue }) => ({
          validator: async (_, value) => {
            if (value && value !== getFieldValue('newPassword')) throw new Error(t('两次输入的新密码不一致'))
          },
        }),
      ]}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  )
}
