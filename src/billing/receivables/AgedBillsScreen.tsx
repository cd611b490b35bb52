import { Link } from 'react-router'
import { kindNames } from '#billing/customer-bills/rules.ts'
import { customerOptions } from '#clients/customers/options/contract.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Column, Filter } from '#kit/ui/list/declare.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { AGEING_PATH, statementPath } from './ageingColumns.tsx'
import { type AgedBill, receivables } from './contract.ts'
import { dayFilter } from './dayFilter.tsx'
import { notIssued } from './notIssued.tsx'
import { bucketNames } from './rules.ts'
import { billsOfAll, billsOfPage } from './totals.ts'

/** 未收账单: the bills behind the ageing figures. */
export function AgedBillsScreen() {
  const companies = useCompanyChoices()
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={receivables.bills}
        name={t('未收账单')}
        columns={columns()}
        filters={filtersFor(companies)}
        actions={[{ key: 'ages', label: t('返回账龄'), to: AGEING_PATH }]}
        pageTotals={billsOfPage}
        allTotals={billsOfAll}
        empty={({ covers }) =>
          allWell({
            covers: covers ?? 0,
            good: (n) => ({
              text: t('{n} 张账单都收齐了', { n }),
              hint: t('也可以换一个日期，或放宽筛选。'),
            }),
            none: notIssued(),
          })
        }
      />
    </>
  )
}

const columns = (): Column<AgedBill>[] => [
  {
    key: 'code',
    title: t('账单'),
    pinned: true,
    phone: 'name',
    width: 152,
    render: ({ id, code }) => <RecordLink to={`/customer-bill-management/${id}`}>{code}</RecordLink>,
  },
  {
    key: 'customerName',
    title: t('客户'),
    phone: 'note',
    width: 168,
    render: ({ customerId, customerName }) => <Link to={statementPath(customerId)}>{customerName}</Link>,
  },
  { key: 'storeName', title: t('店铺'), phone: 'note', width: 152 },
  { key: 'kind', title: t('类型'), width: 72, from: { field: 'kind', names: kindNames } },
  { key: 'month', title: t('服务月份'), width: 96 },
  { key: 'issuedOn', title: t('出账日期'), type: 'day', hidden: true, width: 112 },
  { key: 'dueOn', title: t('到期日'), type: 'day', sort: true, phone: 'figure', width: 112 },
  { key: 'overdueDays', title: t('逾期天数'), type: 'count', width: 96 },
  { key: 'totalCents', title: t('应收'), type: 'money', width: 120 },
  { key: 'owedCents', title: t('未收'), type: 'money', sort: true, phone: 'figure', width: 120 },
]

type Key = 'on' | 'keyword' | 'customerId' | 'bucket' | 'companyCode'

const filtersFor = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('账单'), control: 'text', placeholder: t('编号、客户或店铺') },
  dayFilter(),
  { key: 'bucket', label: t('账龄'), control: 'multi', options: choicesOf(bucketNames) },
  { key: 'customerId', label: t('客户'), control: 'remote', options: customerOptions, multiple: true },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]
