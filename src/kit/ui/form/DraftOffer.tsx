import { Button } from 'antd'
import { t } from '#kit/text.ts'
import type { Draft } from '#kit/ui/draft.ts'
import { ago } from '#kit/ui/draft.ts'
import type { Values } from './values.ts'
import './DraftOffer.css'

interface Props {
  draft: Draft
  record: Values | undefined
  onRestore: () => void
  onDrop: () => void
}

/** Offers an unsent draft; the form is disabled until the user restores or discards it. */
export function DraftOffer({ draft, record, onRestore, onDrop }: Props) {
  const [when, n] = ago(draft.savedAt, Date.now())
  const changed = record !== undefined && draft.version !== record.version
  const words = [
    changed && t('这条记录在那之后被修改过，恢复时会让您逐项核对。'),
    draft.left.length > 0 && t('{fields}不存入草稿，请重新填写。', { fields: draft.left.join('、') }),
  ].filter((sentence) => sentence !== false)
  return (
    <section className="draft-offer" aria-label={t('恢复草稿')}>
      <div>
        <strong>{t('您有一份{when}没有保存的草稿', { when: t(when, { n }) })}</strong>
        {words.length > 0 && <p>{words.join('')}</p>}
      </div>
      <Button type="primary" autoFocus onClick={onRestore}>
        {t('恢复草稿')}
      </Button>
      <Button onClick={onDrop}>{t('丢弃')}</Button>
    </section>
  )
}
