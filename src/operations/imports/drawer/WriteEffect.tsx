import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { AgentRow } from '#operations/imports/contract.ts'

/** The effect of the import on a nick: 新增, 不变, or the old and the new figure. */
export function WriteEffect({ row }: { row: AgentRow }) {
  if (row.effect === 'insert') return <span className="import-new">{t('新增')}</span>
  if (row.effect === 'unchanged') return <span className="import-same">{t('不变')}</span>
  const before = row.before?.consultUsers ?? row.before?.handledUsers
  const now = row.consultUsers ?? row.handledUsers
  if (before === now) return <span>{t('其他列有变')}</span>
  return (
    <span dir="ltr">
      <span className="import-same">{t('{n} →', { n: formatCount(before) })}</span> {formatCount(now)}
    </span>
  )
}
