import { Button, Modal } from 'antd'
import { t } from '#kit/text.ts'
import { Copyable } from '#kit/ui/Copyable.tsx'

export interface CreatedLink {
  path: string
  code: string
}

interface Props {
  made: CreatedLink | null
  code: string | null
  onClose: () => void
}

/** Shows a new link and its code. Neither can be shown again, so only the button closes the dialog. */
export function NewLinkDialog({ made, code, onClose }: Props) {
  if (!made) return null
  return (
    <Modal
      open
      width={520}
      title={t('账单 {code} 的对账链接', { code: code ?? '' })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('我已复制')}
        </Button>
      }
    >
      <dl className="statement-made">
        <dt>{t('链接')}</dt>
        <dd>
          <Copyable text={`${window.location.origin}${made.path}`} />
        </dd>
        <dt>{t('提取码')}</dt>
        <dd className="statement-code">
          <Copyable text={made.code} />
        </dd>
      </dl>
      <p className="statement-quiet">
        {t(
          '链接和提取码只显示这一次，请分开发给商家：例如链接发微信，提取码打电话说。30 天内有效，提取码输错 5 次链接失效。',
        )}
      </p>
    </Modal>
  )
}
