import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { ImportGroup } from '#operations/imports/contract.ts'
import { metricName } from '#operations/imports/rules.ts'
import './CorrectionsNote.css'

type Correction = ImportGroup['corrections'][number]

/** Figures of the day that were corrected by hand: those that the file leaves unchanged, and those that it replaces. */
export function CorrectionsNote({ group, written }: { group: ImportGroup; written: boolean }) {
  const { corrections } = group
  if (corrections.length === 0) return null
  const ended = corrections.filter(({ stays }) => !stays).length
  return (
    <section className="import-corrections" aria-label={t('手工更正过的数')}>
      <p>{summaryText(corrections.length, ended, written)}</p>
      <ul>
        {corrections.map((one) => (
          <li key={`${one.nick} ${one.measure}`}>
            <StatusTag
              tone={one.stays ? 'green' : 'orange'}
              label={one.stays ? t('保留更正') : t('以文件为准')}
            />
            <span>{describeCorrection(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function summaryText(all: number, ended: number, written: boolean): string {
  if (written) return t('这次导入取代了 {n} 个手工更正；撤销导入，更正就恢复。', { n: ended })
  if (ended === 0) return t('这一天有 {n} 个数手工更正过，文件里的数与更正前相同，更正保留。', { n: all })
  return t('这一天有 {n} 个数手工更正过，其中 {ended} 个文件里的数又变了，导入后以文件为准。', {
    n: all,
    ended,
  })
}

function describeCorrection({
  nick,
  measure,
  oldValue,
  newValue,
  reason,
  createdByName,
}: Correction): string {
  return t('{who} {measure}：由 {old} 更正为 {now}（{reason}，{name}）', {
    who: nick ?? t('店铺合计'),
    measure: t(metricName(measure)),
    old: oldValue === null ? t('缺数据') : formatCount(oldValue),
    now: newValue === null ? t('缺数据') : formatCount(newValue),
    reason,
    name: createdByName,
  })
}
