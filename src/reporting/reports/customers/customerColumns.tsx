import { Link } from 'react-router'
import type { Actor } from '#access/can.ts'
import { statusNames } from '#clients/customers/rules.ts'
import { t } from '#kit/text.ts'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { Missing } from '#kit/ui/Missing.tsx'
import { Rate } from '#kit/ui/Rate.tsx'
import { CorrectedCell, correctedColumn } from '#reporting/reports/CorrectedCell.tsx'
import { companyColumns } from '#reporting/reports/placeColumns.tsx'
import type { Compare } from '#reporting/reports/rules.ts'
import { changeColumns } from '#reporting/reports/volumeParts.tsx'
import type { CustomerFigures } from './contract.ts'

/** The columns that identify a row's customer. */
export function customerColumns(
  user: Actor,
  companies: readonly Choice<string>[],
): Column<CustomerFigures>[] {
  return [
    {
      key: 'customerName',
      title: t('客户'),
      pinned: true,
      phone: 'name',
      sort: true,
      width: 160,
      render: (row) => (
        <Link to={`/customer-management/${row.customerId}`} title={row.customerName}>
          {row.customerName}
        </Link>
      ),
    },
    { key: 'ownerName', title: t('负责商务'), phone: 'note', width: 80 },
    {
      key: 'customerStatus',
      title: t('状态'),
      width: 72,
      hidden: true,
      from: { field: 'customerStatus', names: statusNames },
    },
    ...companyColumns(user, companies),
  ]
}

/** The key and name of a customer's bar. */
export const customerBar = ({ customerId, customerName }: CustomerFigures) => ({
  key: customerId,
  name: customerName,
})

/** How many stores reported. A sum without all stores is too low. */
function Reported({ row: { reported, expected } }: { row: CustomerFigures }) {
  const text = t('{n}/{all} 店', { n: reported, all: expected })
  return <span className={reported < expected ? 'value-missing' : undefined}>{text}</span>
}

/** The volume of the row's day, the number of reporting stores, and the comparisons. */
export function figureColumns(title: string, compare: Compare): Column<CustomerFigures>[] {
  return [
    {
      key: 'reported',
      title: t('已报'),
      hint: t('当天有数据的店铺，和应有数据的店铺'),
      align: 'end',
      width: 80,
      phone: 'status',
      from: { field: 'reported', outOf: 'expected' },
      render: (row) => <Reported row={row} />,
    },
    {
      key: 'volume',
      title,
      type: 'count',
      sort: true,
      width: 108,
      phone: 'figure',
      from: { field: 'volume', instead: { when: 'missing', text: '缺数据' } },
      render: (row) =>
        row.missing ? <Missing /> : row.corrected ? <CorrectedCell value={row.volume} /> : undefined,
    },
    ...changeColumns(compare, { mean: false }),
    ...includedColumns(),
    correctedColumn(),
  ]
}

/** The volume included in the stores' terms, and its used share. */
const includedColumns = (): Column<CustomerFigures>[] => [
  {
    key: 'included',
    title: t('包量'),
    type: 'count',
    width: 88,
    hidden: true,
    hint: t('Σ 各店每天包量 × 服务天数；只计按包量计价的店铺'),
  },
  {
    key: 'includedUse',
    title: t('包量使用'),
    type: 'rate',
    width: 88,
    from: { field: 'includedUseBp' },
    hint: t('按包量计价的店铺：Σ 咨询量 ÷ Σ 每天包量 × 服务天数；整段日期'),
    render: ({ includedUseBp: bp }) => <Rate bp={bp} bad={bp !== null && bp > FULL_USE_BP} />,
  },
]

const FULL_USE_BP = 10_000
