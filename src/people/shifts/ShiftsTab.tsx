import { Button } from 'antd'
import { useState } from 'react'
import { type Day, today } from '#kit/calendar.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { RowAction } from '#kit/ui/list/declare.tsx'
import { RowLinks } from '#kit/ui/list/RowLinks.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { MAX_SHIFTS } from './code/contract.ts'
import { type ShiftRow, type ShiftUses, shifts } from './contract.ts'
import { ShiftForms, type ShiftStep } from './ShiftForms.tsx'
import { ShiftMark } from './ui/ShiftMark.tsx'
import { shiftName, shiftTimes } from './ui/useShifts.tsx'
import '#kit/ui/StackedTable.css'
import './ShiftsTab.css'

/** 公司设置 → 班次: the shifts of the company, and what uses them. */
export function ShiftsTab() {
  const { companyCode } = useUser()
  const call = useCall(shifts.list, {}, { messagePlace: 'inPage' })
  const { data: uses } = useCall(shifts.uses, {}, { messagePlace: 'inPage' })
  const [step, setStep] = useState<ShiftStep | null>(null)
  const rows = (call.data ?? []).filter((row) => row.companyCode === companyCode)
  const codes = [...new Set(rows.map(({ code }) => code))]
  const now = today(() => new Date())
  const used = codes.filter((code) => rows.some((row) => row.code === code && (row.toOn ?? now) >= now))
  const add = (
    <Button type="primary" disabled={used.length >= MAX_SHIFTS} onClick={() => setStep({ kind: 'new' })}>
      {t('添加班次')}
    </Button>
  )
  return (
    <Panel
      title={t('班次')}
      hint={t('{n} 个在用，最多 {max} 个', { n: used.length, max: MAX_SHIFTS })}
      actions={add}
      flush
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
        {() => (
          <table className="shifts stacked-table">
            <thead>
              <tr>
                <th>{t('班次')}</th>
                <th>{t('时间')}</th>
                <th className="shifts-number">{t('工时')}</th>
                <th className="shifts-number">{t('折算')}</th>
                <th>{t('使用')}</th>
                <th>{t('状态')}</th>
                <th>
                  <span className="shifts-hidden">{t('操作')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {inUseFirst(codes, used).map((code) => (
                <ShiftLine
                  key={code}
                  rows={rows.filter((row) => row.code === code)}
                  uses={uses?.find((one) => one.code === code)}
                  now={now}
                  onStep={setStep}
                />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      <ShiftForms step={step} rows={rows} onClose={() => setStep(null)} />
    </Panel>
  )
}

const inUseFirst = (codes: readonly string[], used: readonly string[]) => [
  ...used,
  ...codes.filter((code) => !used.includes(code)),
]

interface LineProps {
  /** The rows of one shift, the oldest first. */
  rows: readonly ShiftRow[]
  /** Undefined until it is read. */
  uses: ShiftUses | undefined
  now: Day
  onStep: (step: ShiftStep) => void
}

function ShiftLine({ rows, uses, now, onStep }: LineProps) {
  const row = rows.findLast(({ fromOn }) => fromOn <= now) ?? rows[0]
  const last = rows.at(-1)
  if (!row || !last) return null
  const next = rows.find(({ fromOn }) => fromOn > row.fromOn)
  const isEnded = last.toOn !== null && last.toOn < now
  return (
    <tr className={isEnded ? 'shifts-ended' : undefined}>
      <td>
        <span className="shifts-name">
          <ShiftMark row={row} />
          {shiftName(row)}
        </span>
      </td>
      <td data-label={t('时间')}>
        {shiftTimes(row)}
        {row.breakMinutes > 0 && (
          <small className="shifts-note">{t('休息 {n} 分钟', { n: row.breakMinutes })}</small>
        )}
        {next && <small className="shifts-note">{nextText(next)}</small>}
      </td>
      <td className="shifts-number" data-label={t('工时')}>
        {t('{n} 小时', { n: row.hours })}
      </td>
      <td className="shifts-number" data-label={t('折算')}>
        {t('{n} 个班', { n: row.counts })}
      </td>
      <td data-label={t('使用')}>{uses ? usesText(uses) : ''}</td>
      <td data-label={t('状态')}>
        <State row={row} last={last} now={now} />
      </td>
      <td>{!isEnded && <Actions last={last} uses={uses} onStep={onStep} />}</td>
    </tr>
  )
}

/** The next change: the name and the times from its first day on. */
const nextText = (next: ShiftRow) =>
  t('{day} 起：{name} {times}', { day: next.fromOn, name: shiftName(next), times: shiftTimes(next) })

/** What uses a shift now and in the future. */
function usesText({ stores, assignments, rosterDays, isUsed }: ShiftUses): string {
  const parts = [
    stores > 0 && t('{n} 家店', { n: stores }),
    assignments > 0 && t('{n} 条分配', { n: assignments }),
    rosterDays > 0 && t('今后 {n} 个排班', { n: rosterDays }),
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(t('、'))
  return isUsed ? t('只在以前的记录里') : t('还没用过')
}

function State({ row, last, now }: { row: ShiftRow; last: ShiftRow; now: Day }) {
  if (row.fromOn > now) return <StatusTag tone="blue" label={t('{day} 起', { day: row.fromOn })} />
  if (last.toOn === null) return <StatusTag tone="green" label={t('使用中')} />
  return last.toOn < now ? (
    <StatusTag tone="grey" label={t('{day} 停用', { day: last.toOn })} />
  ) : (
    <StatusTag tone="orange" label={t('用到 {day}', { day: last.toOn })} />
  )
}

/** The steps of a shift; they are about its latest row. */
function Actions({ last, uses, onStep }: { last: ShiftRow } & Pick<LineProps, 'uses' | 'onStep'>) {
  const remove = useAction(shifts.remove)
  const name = shiftName(last)
  const actions: RowAction[] = [
    { key: 'change', label: t('修改'), onClick: () => onStep({ kind: 'change', row: last }) },
    { key: 'correct', label: t('更正'), onClick: () => onStep({ kind: 'correct', row: last }) },
    uses?.isUsed === false
      ? {
          key: 'remove',
          label: t('删除'),
          danger: true,
          confirm: t('{name}还没用过，删除后就没有了。', { name }),
          onClick: () => remove.mutateAsync({ id: last.id }),
        }
      : { key: 'end', label: t('停用'), danger: true, onClick: () => onStep({ kind: 'end', row: last }) },
  ]
  return <RowLinks actions={actions} />
}
