import { Button, Form, Input, QRCode } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { fieldsOf } from '#kit/failures.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Copyable } from '#kit/ui/Copyable.tsx'
import { SubmitForm } from '#kit/ui/SubmitForm.tsx'
import { secondFactor } from './contract.ts'
import { SetUpPassword } from './SetUpPassword.tsx'
import './SecondFactor.css'

interface Props {
  /** Receives the recovery codes, which are shown once. */
  onConfirmed: (recoveryCodes: string[]) => void
}

type Begun = z.output<(typeof secondFactor)['begin']['output']>

/**
 * Asks for the password, shows the secret as QR code and text, and asks for a first code, which proves that the app has
 * stored it.
 */
export function SetUp({ onConfirmed }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null)
  if (!begun) return <SetUpPassword onBegun={setBegun} />
  return <SecretSteps begun={begun} onConfirmed={onConfirmed} />
}

function SecretSteps({ begun, onConfirmed }: Props & { begun: Begun }) {
  return (
    <ol className="factor-steps">
      <li>
        <p>
          {t('在手机上打开身份验证器，如微信小程序“腾讯身份验证器”、Google 或 Microsoft Authenticator。')}
        </p>
      </li>
      <li>
        <p>{t('扫描二维码；不能扫描时，手动输入密钥。')}</p>
        <div className="factor-secret">
          {/* Hidden from screen readers: the key next to it has the same content. */}
          <div aria-hidden="true">
            <QRCode value={begun.uri} type="svg" size={200} />
          </div>
          <div>
            <p className="factor-line">{t('密钥')}</p>
            <Copyable text={begun.secret}>
              <code>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </Copyable>
          </div>
        </div>
      </li>
      <li>
        <p>{t('输入身份验证器显示的 6 位动态码。')}</p>
        <FirstCode onConfirmed={onConfirmed} />
      </li>
    </ol>
  )
}

function FirstCode({ onConfirmed }: Props) {
  const [form] = Form.useForm<{ otp: string }>()
  const confirm = useAction(secondFactor.confirm, {
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onError: (error) => {
      const sentence = fieldsOf(error)?.otp
      if (sentence) form.setFields([{ name: 'otp', errors: [sentence] }])
    },
  })
  return (
    <SubmitForm
      form={form}
      layout="vertical"
      requiredMark={false}
      className="factor-code"
      onFinish={(value) => confirm.mutate(value)}
    >
      <Form.Item
        name="otp"
        label={t('动态码')}
        rules={[{ required: true, pattern: /^\s*\d{6}\s*$/, message: t('请输入 6 位动态码') }]}
        validateTrigger="onSubmit"
      >
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={confirm.isPending}>
        {t('开启两步验证')}
      </Button>
    </SubmitForm>
  )
}
