import { Button } from 'antd'
import { formatMinute, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { type Correction, type PayPage, payroll } from './contract.ts'

/** The open form: adding an amount or days, or reversing a correction. */
export type PayAction = 'amount' | 'days' | { reverse: Correction }

interface ListProps {
  page: PayPage
  onReverse: (correction: Correction) => void
}

/** Corrections of a person's month, newest first; corrections are reversed, never edited. */
export function PayCorrections({ page, onReverse }: ListProps) {
  return (
    <section className="pay-part">
      <h2>{t('更正记录')}</h2>
      {page.corrections.length === 0 ? (
        <EmptyState
          compact
          text={t('还没有更正')}
          hint={t('补贴、扣款、漏交日志的出勤，写明原因后记在这里。')}
        />
      ) : (
        <ul className="pay-corrections">
          {page.corrections.map((correction) => (
            <Line
              key={correction.id}
              correction={correction}
              onReverse={page.frozen ? undefined : () => onReverse(correction)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ correction, onReverse }: { correction: Correction; onReverse: (() => void) | undefined }) {
  const { reason, createdByName, createdAt, reversed, reversesId } = correction
  return (
    <li className="pay-line">
      <div>
        <b>{whatText(correction)}</b> {reason}
        <small>
          {createdByName} · {formatMinute(createdAt)}
        </small>
      </div>
      {reversed && <StatusTag tone="grey" label={t('已撤销')} />}
      {reversesId !== null && <StatusTag tone="orange" label={t('撤销')} />}
      {!reversed && reversesId === null && onReverse && (
        <Button type="link" size="small" danger onClick={onReverse}>
          {t('撤销')}
        </Button>
      )}
    </li>
  )
}

function whatText({ amountCents, days }: Correction): string {
  const sign = (amountCents ?? days ?? 0) > 0 ? '+' : ''
  if (amountCents !== null) return `${sign}${formatMoney(amountCents)}`
  return t('出勤 {days} 天', { days: `${sign}${days}` })
}

interface FormProps {
  page: PayPage
  action: PayAction | null
  onClose: () => void
}

/** The forms of all actions; `act` is the open one. */
export function CorrectForm({ page, action, onClose }: FormProps) {
  return (
    <>
      <AmountForm page={page} open={action === 'amount'} onClose={onClose} />
      <DaysForm page={page} open={action === 'days'} onClose={onClose} />
      <FormModal
        open={typeof action === 'object' && action !== null}
        onClose={onClose}
        title={t('撤销这条更正')}
        endpoint={payroll.reverse}
        fixed={{ id: typeof action === 'object' ? action?.reverse.id : undefined }}
        defaults={{ reason: '' }}
        fields={[{ key: 'reason', kind: 'textarea', hint: t('原来的一条保留，另记一条相反的。') }]}
        consequences={{
          endpoint: payroll.reverseConsequences,
          input: () => (typeof action === 'object' && action ? { id: action.reverse.id } : null),
        }}
        submitText={t('撤销')}
        doneText={t('已撤销')}
      />
    </>
  )
}

/** False while the number is still being typed, and for 0. */
const isNumber = (value: unknown): boolean => typeof value === 'number' && value !== 0

interface OneProps {
  page: PayPage
  open: boolean
  onClose: () => void
}

function AmountForm({ page: { staffId, month, staffName: name }, ...opened }: OneProps) {
  return (
    <FormModal
      {...opened}
      title={t('更正{name} {month} 的金额', { name, month })}
      endpoint={payroll.correct}
      fixed={{ staffId, month }}
      defaults={{ reason: '' }}
      fields={[
        { key: 'amountCents', kind: 'money', secret: true, hint: t('减少请填负数。') },
        { key: 'reason', kind: 'textarea', placeholder: t('比如：高温补贴、损坏设备扣款') },
      ]}
      consequences={{
        endpoint: payroll.correctConsequences,
        input: ({ amountCents }) => (isNumber(amountCents) ? { staffId, month, amountCents } : null),
      }}
      submitText={t('更正')}
      doneText={t('已更正')}
    />
  )
}

function DaysForm({ page: { staffId, month, staffName: name, attendedDays }, ...opened }: OneProps) {
  return (
    <FormModal
      {...opened}
      title={t('更正{name} {month} 的出勤', { name, month })}
      endpoint={payroll.correct}
      fixed={{ staffId, month }}
      defaults={{ reason: '' }}
      fields={[
        {
          key: 'days',
          kind: 'number',
          min: -31,
          max: 31,
          step: 0.5,
          suffix: t('天'),
          hint: t('在现在计的 {n} 天上加减，可以是半天；减少请填负数。', { n: attendedDays }),
        },
        { key: 'reason', kind: 'textarea', placeholder: t('比如：漏交日志，组长确认在岗') },
      ]}
      consequences={{
        endpoint: payroll.correctConsequences,
        input: ({ days }) => (isNumber(days) ? { staffId, month, days } : null),
      }}
      submitText={t('更正')}
      doneText={t('已更正')}
    />
  )
}
