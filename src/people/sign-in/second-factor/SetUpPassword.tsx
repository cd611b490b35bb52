import { Button, Form, Input } from 'antd'
import type * as z from 'zod'
import { fieldsOf } from '#kit/failures.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { SubmitForm } from '#kit/ui/SubmitForm.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { secondFactor } from './contract.ts'
import './SecondFactor.css'

interface Props {
  onBegun: (begun: z.output<(typeof secondFactor)['begin']['output']>) => void
}

/** Asks for the password before the second factor is set up: an open session alone must not be enough. */
export function SetUpPassword({ onBegun }: Props) {
  const [form] = Form.useForm<{ password: string }>()
  const { username } = useUser()
  const begin = useAction(secondFactor.begin, {
    onSuccess: onBegun,
    onError: (error) => {
      const sentence = fieldsOf(error)?.password
      if (sentence) form.setFields([{ name: 'password', errors: [sentence] }])
    },
  })
  return (
    <SubmitForm
      form={form}
      layout="vertical"
      requiredMark={false}
      className="factor-password"
      onFinish={(value) => begin.mutate(value)}
    >
      {/* Tells a password manager which account the password belongs to. */}
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <Form.Item
        name="password"
        label={t('您的密码')}
        extra={t('先确认是您本人。忘记密码的，请管理员重置。')}
        rules={[{ required: true, message: t('请输入密码') }]}
        validateTrigger="onSubmit"
      >
        <Input.Password autoComplete="current-password" maxLength={512} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={begin.isPending}>
        {t('下一步')}
      </Button>
    </SubmitForm>
  )
}
