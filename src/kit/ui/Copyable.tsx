import { App, Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from './Icon.tsx'
import './Values.css'

/**
 * A code or number with a button that copies it; `children` is shown instead of the text if it should look different.
 */
export function Copyable({ text, children }: { text: string | null | undefined; children?: ReactNode }) {
  const { message } = App.useApp()
  if (!text) return <>-</>
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => message.success(t('已复制')),
      () => message.warning(t('浏览器不允许复制，请您手动选中后复制。')),
    )
  return (
    <span className="value-with-button">
      <bdi title={text}>{children ?? text}</bdi>
      <Tooltip title={t('复制')}>
        <Button
          type="text"
          size="small"
          icon={<Icon name="copy" size={14} />}
          aria-label={t('复制 {text}', { text })}
          onClick={copy}
        />
      </Tooltip>
    </span>
  )
}
