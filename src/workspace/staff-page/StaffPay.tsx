import { Button } from 'antd'
import { useState } from 'react'
import { can } from '#access/can.ts'
import { formatInstant, formatMoney, formatRate, joinFacts } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { Staff } from '#people/staff/contract.ts'
import { type Pay, staffPay } from '#people/staff/pay/contract.ts'
import { BY_OLDER_PROGRAM } from '#people/staff/pay/rules.ts'
import type { PayDialog, PayFormProps } from './PayForm.tsx'
import './StaffPay.css'

const PayForm = lazyWindow<'PayForm', PayFormProps>(
  () => import('./PayForm.tsx'),
  'PayForm',
  ({ dialog }) => dialog !== null,
)

/** The pay of a person, from planned changes back to the first pay. */
export function StaffPay({ person }: { person: Staff }) {
  const call = useCall(staffPay.list, { id: person.id }, { messagePlace: 'inPage' })
  const [dialog, setDialog] = useState<PayDialog | null>(null)
  const writes = can(useUser(), 'canAdmin')
  const isFirst = call.data?.items.length === 0
  return (
    <Panel
      title={t('薪酬')}
      hint={t('按生效日期；以前的不会被改写，已结账的月份不变')}
      actions={
        call.data &&
        writes && (
          <Button icon={<Icon name="plus" />} onClick={() => setDialog({ kind: 'add' })}>
            {isFirst ? t('登记薪酬') : t('调薪')}
          </Button>
        )
      }
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
        {({ items }) => (
          <>
            <Timeline
              items={items}
              onOpenDialog={writes ? (kind, pay) => setDialog({ kind, pay }) : undefined}
            />
            <PayForm
              person={person}
              dialog={dialog}
              currentPay={items.findLast(({ state }) => state === 'current')}
              isFirst={isFirst}
              onClose={() => setDialog(null)}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

interface TimelineProps {
  items: readonly Pay[]
  onOpenDialog: ((kind: 'correct' | 'withdraw', pay: Pay) => void) | undefined
}

function Timeline({ items, onOpenDialog }: TimelineProps) {
  if (items.length === 0) {
    return <EmptyState compact text={t('还没有薪酬')} hint={t('登记之后，工资从生效日期起按它计算。')} />
  }
  return (
    <ol className="agreed-line">
      {[...items].reverse().map((pay) => (
        <PayLine
          key={pay.id}
          pay={pay}
          onCorrect={
            onOpenDialog && pay.state !== 'replaced' ? () => onOpenDialog('correct', pay) : undefined
          }
          onWithdraw={
            onOpenDialog && pay.state === 'planned' ? () => onOpenDialog('withdraw', pay) : undefined
          }
        />
      ))}
    </ol>
  )
}

const STATES: Record<Pay['state'], { tone: Tone; label: string }> = {
  planned: { tone: 'blue', label: '未生效' },
  current: { tone: 'green', label: '生效中' },
  past: { tone: 'grey', label: '已过期' },
  replaced: { tone: 'grey', label: '已作废' },
}

interface LineProps {
  pay: Pay
  onCorrect: (() => void) | undefined
  onWithdraw: (() => void) | undefined
}

/** One entry of the pay timeline: period, amounts, reason and authors. */
function PayLine({ pay, onCorrect, onWithdraw }: LineProps) {
  const { tone, label } = STATES[pay.state]
  return (
    <li className={`agreed agreed-${pay.state}`}>
      <div className="agreed-head">
        <strong>{spanText(pay)}</strong>
        <StatusTag tone={tone} label={t(label)} />
        <span className="agreed-acts">
          {onWithdraw && (
            <Button type="link" size="small" onClick={onWithdraw}>
              {t('撤回')}
            </Button>
          )}
          {onCorrect && (
            <Button type="link" size="small" onClick={onCorrect}>
              {t('更正')}
            </Button>
          )}
        </span>
      </div>
      <p className="agreed-amounts">{amountsText(pay)}</p>
      {pay.reason && <p className="agreed-more">{pay.reason}</p>}
      <p className="agreed-more">{historyText(pay)}</p>
    </li>
  )
}

function spanText({ fromOn, toOn, state }: Pay): string {
  if (state === 'replaced' || toOn === null) return t('{from} 起', { from: fromOn })
  return t('{from} 至 {to}', { from: fromOn, to: toOn })
}

function amountsText(pay: Pay): string {
  const { baseSalaryCents, commissionRateBp, kpiBaseCents } = pay
  return joinFacts([
    t('基本工资 {money}', { money: formatMoney(baseSalaryCents) }),
    seniorityText(pay),
    commissionRateBp !== null && t('提成 {rate}', { rate: formatRate(commissionRateBp) }),
    kpiBaseCents !== null && t('绩效基数 {money}', { money: formatMoney(kpiBaseCents) }),
  ])
}

function seniorityText({ seniorityPayCents, seniorityPerYearCents, seniorityCapCents }: Pay): string | null {
  if (seniorityPerYearCents !== null) {
    return t('工龄工资每满一年 {money}，最多 {cap}', {
      money: formatMoney(seniorityPerYearCents),
      cap: formatMoney(seniorityCapCents),
    })
  }
  return seniorityPayCents === null ? null : t('工龄工资 {money}', { money: formatMoney(seniorityPayCents) })
}

function historyText(pay: Pay): string {
  const written = t('{name} 登记于 {at}', {
    name: pay.createdByName ?? t('系统'),
    at: formatInstant(pay.createdAt).slice(0, 16),
  })
  if (!pay.replacedAt) return written
  const replaced = t('{name} 于 {at} 作废：{reason}', {
    name: pay.replacedByName ?? t('系统'),
    at: formatInstant(pay.replacedAt).slice(0, 16),
    reason: pay.replacedReason === BY_OLDER_PROGRAM ? t('旧版程序修改') : (pay.replacedReason ?? ''),
  })
  return [written, replaced].join(t('；'))
}
