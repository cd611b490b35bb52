import { Button, Modal } from 'antd'
import { t } from '#kit/text.ts'
import { Copyable } from './Copyable.tsx'
import type { IssuedPassword } from './passwordTable.ts'
import './OneTimePassword.css'

export interface OneTimePasswordProps {
  issued: IssuedPassword | null
  onClose: () => void
}

/** Shows a one-time password. It cannot be shown again, so only the button closes the window. */
export function OneTimePassword({ issued, onClose }: OneTimePasswordProps) {
  if (!issued) return null
  const { name, username, password } = issued
  return (
    <Modal
      open
      width={520}
      title={t('{name}的一次性密码', { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('我已复制')}
        </Button>
      }
    >
      <p>{t('请现在复制，连同用户名 {username} 一起转告本人。', { username })}</p>
      <div className="one-time-password">
        <Copyable text={password} />
      </div>
      <p className="one-time-words">
        {t('密码只显示这一次，关闭后谁也看不到；忘记时请再次重置。本人首次登录时须改成自己的密码。')}
      </p>
    </Modal>
  )
}
