import { Button } from 'antd'
import { useState } from 'react'
import { formatInstantShort, formatMoney } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { RowAction } from '#kit/ui/list/declare.tsx'
import { RowLinks } from '#kit/ui/list/RowLinks.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { monthsFrom } from '#kit/ui/monthChoices.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { ManualLine, MonthPage } from './contract.ts'
import { monthClosing } from './contractClosing.ts'
import type { MonthKey } from './useMonths.tsx'

/** Number of months ahead that can be selected as the last month of a recurring cost. */
const MONTHS_AHEAD = 36

interface Props {
  page: MonthPage
  of: MonthKey
}

/** 手工项: costs without a document, such as rent and insurance; read-only in a closed month. */
export function ManualLines({ page, of }: Props) {
  const [adding, setAdding] = useState(false)
  const isOpen = page.status !== 'closed'
  const { manualLines } = page
  return (
    <Panel
      title={t('手工项')}
      hint={manualLines.length > 0 ? formatMoney(page.sums.manualCents) : undefined}
      actions={
        isOpen && (
          <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
            {t('增加')}
          </Button>
        )
      }
      flush
    >
      {manualLines.length === 0 ? (
        <EmptyState compact text={t('没有手工项')} hint={t('房租、社保等没有单据的费用记在这里。')} />
      ) : (
        <ul className="manual-lines">
          {manualLines.map((line) => (
            <Line key={line.id} line={line} of={of} isOpen={isOpen} />
          ))}
        </ul>
      )}
      <AddForm of={of} open={adding} onClose={() => setAdding(false)} />
    </Panel>
  )
}

function Line({ line, of, isOpen }: { line: ManualLine; of: MonthKey; isOpen: boolean }) {
  const { id, label, amountCents, monthly, createdByName, createdAt, version } = line
  const remove = useAction(monthClosing.removeLine)
  const stop = useAction(monthClosing.stopLine)
  const goesOn = monthly !== undefined && (monthly.to === null || monthly.to > of.month)
  const actions: RowAction[] = [
    {
      key: 'remove',
      label: t('删除'),
      danger: true,
      confirm: t('删除手工项“{label}” {money}？', { label, money: formatMoney(amountCents) }),
      onClick: () => remove.mutateAsync({ ...of, id, version }),
    },
  ]
  if (goesOn) {
    actions.unshift({
      key: 'stop',
      label: t('停止'),
      confirm: t('“{label}”从下月起不再记入？已记入的月份不变。', { label }),
      onClick: () => stop.mutateAsync({ ...of, id, version }),
    })
  }
  return (
    <li>
      <span className="manual-label">
        {label}
        {monthly && (
          <StatusTag
            tone="grey"
            label={monthly.to === null ? t('每月') : t('每月至 {month}', { month: monthly.to })}
          />
        )}
        <small className="closing-by">{`${createdByName} ${formatInstantShort(createdAt)}`}</small>
      </span>
      <Money cents={amountCents} />
      {isOpen && <RowLinks actions={actions} />}
    </li>
  )
}

function AddForm({ of, open, onClose }: { of: MonthKey; open: boolean; onClose: () => void }) {
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('增加手工项：{month}', { month: of.month })}
      endpoint={monthClosing.addLine}
      fixed={{ ...of }}
      defaults={{ label: '' }}
      fields={[
        { key: 'label', placeholder: t('房租、社保') },
        { key: 'amountCents', kind: 'money', hint: t('费用填正数；冲减费用填负数。') },
        { key: 'monthly', kind: 'switch', hint: t('房租一类：以后每月一日自动记入。') },
        {
          key: 'to',
          kind: 'select',
          options: monthsFrom(of.month, MONTHS_AHEAD),
          hint: t('不填就一直记下去，可随时停止。'),
          when: ({ monthly }) => monthly === true,
        },
      ]}
      doneText={t('已增加')}
    />
  )
}
