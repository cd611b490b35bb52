import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addDays, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { type Bucket, type CustomerAges, MAX_DAYS } from './contract.ts'
import { TO_DEPOSIT } from './DepositLines.tsx'
import { bucketNames } from './rules.ts'

export const AGEING_PATH = '/customer-bill-management/ageing'

/** Path of the bill list behind a figure: bills of one or all customers in the given buckets, as of the same day. */
export function billsPath(on: string | null, buckets: readonly Bucket[], customerId?: number): string {
  const query = new URLSearchParams(buckets.map((bucket) => ['bucket', bucket]))
  if (customerId !== undefined) query.set('customerId', String(customerId))
  if (on) query.set('on', on)
  return `${AGEING_PATH}/bills?${query}`
}

export const OVERDUE_BUCKETS: readonly Bucket[] = ['days30', 'days60', 'days90', 'older']
export const OWED_BUCKETS: readonly Bucket[] = ['notDue', ...OVERDUE_BUCKETS]

type Amount = Extract<keyof CustomerAges, `${string}Cents`>

interface Figure {
  key: Amount
  title: string
  buckets: readonly Bucket[]
  more?: Partial<Column<CustomerAges>>
}

/** Figures of a row, each with the buckets that it sums. */
const figures = (): Figure[] => [
  { key: 'owedCents', title: t('未收'), buckets: OWED_BUCKETS, more: { sort: true, phone: 'figure' } },
  { key: 'notDueCents', title: t(bucketNames.notDue), buckets: ['notDue'] },
  { key: 'days30Cents', title: t(bucketNames.days30), buckets: ['days30'] },
  { key: 'days60Cents', title: t(bucketNames.days60), buckets: ['days60'] },
  { key: 'days90Cents', title: t(bucketNames.days90), buckets: ['days90'] },
  { key: 'olderCents', title: t(bucketNames.older), buckets: ['older'] },
  {
    key: 'overdueCents',
    title: t('逾期合计'),
    buckets: OVERDUE_BUCKETS,
    more: { sort: true, phone: 'figure' },
  },
  {
    key: 'creditCents',
    title: t(bucketNames.credit),
    buckets: ['credit'],
    more: { hint: t('已开退款或调整、还没有付出的') },
  },
]

/** Columns of the ageing list as of a day; `companies` is empty for users who see one company only. */
export function ageingColumns(on: string | null, companies: Choice<string>[]): Column<CustomerAges>[] {
  return [
    {
      key: 'name',
      title: t('客户'),
      pinned: true,
      phone: 'name',
      width: 168,
      render: ({ id, name }) => <Link to={statementPath(id)}>{name}</Link>,
    },
    ...(companies.length > 0 ? [companyColumn(companies)] : []),
    { key: 'ownerName', title: t('负责商务'), phone: 'note', width: 80 },
    ...figures().map(({ more, ...figure }) => ({ ...amountColumn(on, figure), ...more })),
    {
      key: 'oldestDays',
      title: t('最长逾期'),
      type: 'count',
      sort: true,
      hidden: true,
      width: 104,
      hint: t('最早到期的一张已逾期的天数'),
    },
    {
      key: 'depositCents',
      title: t('押金'),
      type: 'money',
      sort: true,
      width: 116,
      hint: t('所持的押金，不自动抵欠款'),
      render: ({ id, depositCents }) => amountLink(depositCents, depositPath(id, on)),
    },
  ]
}

export const statementPath = (customerId: number) => `/customer-management/${customerId}?tab=statement`

/** Path of the customer's deposit movements up to the day, over the longest span of a statement. */
function depositPath(customerId: number, on: string | null): string {
  const to = on ?? today(() => new Date())
  return `${statementPath(customerId)}&from=${addDays(to, 1 - MAX_DAYS)}&to=${to}${TO_DEPOSIT}`
}

const companyColumn = (companies: Choice<string>[]): Column<CustomerAges> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
})

const amountColumn = (on: string | null, { key, title, buckets }: Figure): Column<CustomerAges> => ({
  key,
  title,
  type: 'money',
  width: 96,
  render: (row) => amountLink(row[key], billsPath(on, buckets, row.id)),
})

/** An amount that links to its details; a dash without link for 0. */
function amountLink(cents: number, to: string): ReactNode {
  if (cents === 0) return <span className="cell-none">-</span>
  return (
    <Link to={to}>
      <Money cents={cents} />
    </Link>
  )
}
