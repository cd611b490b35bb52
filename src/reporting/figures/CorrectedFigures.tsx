import { InputNumber } from 'antd'
import { useEffect, useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { CorrectableMetric } from '#operations/imports/contract.ts'
import { correctableMetricNames } from '#operations/imports/rules.ts'
import { type Changes, type CorrectionInput, figures } from './contract.ts'
import './CorrectedFigures.css'

interface Props {
  cell: Pick<CorrectionInput, 'storeId' | 'on' | 'nick'>
  /** The figures that the user changed; undefined without any. */
  changes: Changes | undefined
  onChange: ((changes: Changes | undefined) => void) | undefined
}

/**
 * The figures of a store on a day, or of one nick at the store, as fields. A field shows the current value until
 * changed.
 */
export function CorrectedFigures({ cell: { storeId, on, nick }, changes = {}, onChange }: Props) {
  const query = { storeId, on, ...(nick !== undefined && { nick }) }
  const call = useCall(figures.day, query, { staleTime: 0, messagePlace: 'inPage' })
  const rows = call.data?.figures ?? []
  const before = useRebasedChanges(rows, changes, onChange)
  const set = (measure: CorrectableMetric, from: number | null, to: number | null) => {
    const { [measure]: _, ...rest } = changes
    const next = to === from ? rest : { ...rest, [measure]: { from, to } }
    onChange?.(Object.keys(next).length > 0 ? next : undefined)
  }
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={6} />} compact>
      {(day) => (
        <div className="corrected-figures">
          {day.figures.map((row) => {
            const { measure, now } = row
            const change = changes[measure]
            return (
              <div key={measure}>
                <span>{t(correctableMetricNames[measure])}</span>
                <InputNumber
                  aria-label={t(correctableMetricNames[measure])}
                  min={0}
                  precision={0}
                  controls={false}
                  value={change ? change.to : now}
                  onChange={(value) => set(measure, now, value)}
                />
                <small>{noteOf(row, change !== undefined, before.get(measure))}</small>
              </div>
            )
          })}
        </div>
      )}
    </Loaded>
  )
}

interface Row {
  measure: CorrectableMetric
  old: number | null
  now: number | null
}

const valueLabel = (value: number | null) => (value === null ? t('缺数据') : formatCount(value))

/** The note below a field: that the figure has just changed, its current value, or the value before a correction. */
function noteOf({ old, now }: Row, isChanged: boolean, before: number | null | undefined): string | null {
  if (before !== undefined)
    return t('刚由 {old} 变为 {now}', { old: valueLabel(before), now: valueLabel(now) })
  if (isChanged) return t('现在 {n}', { n: valueLabel(now) })
  return old !== now ? t('更正前 {n}', { n: valueLabel(old) }) : null
}

/**
 * Keeps `from` of each change equal to the current figure, since the server rejects a correction of a value that the
 * user has not seen. Returns the former values of figures that changed during editing.
 */
function useRebasedChanges(
  rows: readonly Row[],
  changes: Changes,
  onChange: Props['onChange'],
): ReadonlyMap<CorrectableMetric, number | null> {
  const [before, setBefore] = useState<ReadonlyMap<CorrectableMetric, number | null>>(new Map())
  const moved = rows.flatMap(({ measure, now }) => {
    const change = changes[measure]
    return change && change.from !== now ? [{ measure, was: change.from, now, to: change.to }] : []
  })
  useEffect(() => {
    if (moved.length === 0) return
    setBefore(
      (previous) => new Map([...previous, ...moved.map(({ measure, was }) => [measure, was] as const)]),
    )
    onChange?.({
      ...changes,
      ...Object.fromEntries(moved.map(({ measure, now, to }) => [measure, { from: now, to }])),
    })
  })
  return before
}

/** Explains the effect on the reply rate, and that a later file takes precedence over the correction. */
export function correctingHint(): string {
  return t('回复率按咨询人数和未回复人数自动重算；之后导入的文件若给出别的数，以文件为准')
}
