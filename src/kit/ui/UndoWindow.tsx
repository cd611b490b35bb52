import type { ConsequencesEndpoint } from '#kit/consequences.ts'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from './ConfirmWindow.tsx'

interface Props {
  title: string
  endpoint: ConsequencesEndpoint
  id: number
  createdByName: string
  /** When writing began; null if nothing was written. */
  at: string | null
  onOk: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation of an undo of many records: who wrote them and when, and what the undo will change. */
export function UndoWindow({ title, endpoint, id, createdByName: name, at, onOk, onClose }: Props) {
  return (
    <ConfirmWindow
      title={title}
      endpoint={endpoint}
      input={{ id }}
      okText={t('撤销')}
      danger
      onOk={onOk}
      onClose={onClose}
    >
      <p className="asked-of">{t('由{name}于 {at} 写入。', { name, at: formatInstant(at) })}</p>
    </ConfirmWindow>
  )
}
