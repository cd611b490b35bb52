import { Link } from 'react-router'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { followUpFormatters, stateOf } from './cellFormatters.ts'
import type { FollowUp } from './contract.ts'

/** The columns of follow-ups. `withCustomer` is false on a customer's page. */
export function followUpColumns(withCustomer: boolean): Column<FollowUp>[] {
  return [
    { key: 'text', title: t('跟进内容'), pinned: true, phone: 'name', width: 260 },
    ...(withCustomer ? [customerColumn()] : []),
    {
      key: 'dueOn',
      title: t('跟进日期'),
      type: 'day',
      sort: true,
      phone: 'figure',
      width: 112,
    },
    { key: 'assigneeName', title: t('跟进人'), phone: 'note', width: 96 },
    { key: 'createdByName', title: t('安排人'), width: 96 },
    { key: 'doneAt', title: t('完成时间'), type: 'instant', hidden: true, width: 170 },
    {
      key: 'status',
      title: t('状态'),
      phone: 'status',
      width: 96,
      words: followUpFormatters.state,
      render: (row) => <StateTag row={row} />,
    },
  ]
}

const customerColumn = (): Column<FollowUp> => ({
  key: 'customerName',
  title: t('客户'),
  phone: 'note',
  width: 200,
  render: (row) => <Link to={`/customer-management/${row.customerId}?tab=contact`}>{row.customerName}</Link>,
})

function StateTag({ row }: { row: FollowUp }) {
  const { tone, name } = stateOf(
    row,
    today(() => new Date()),
  )
  return <StatusTag tone={tone} label={t(name)} />
}
