import { Segmented } from 'antd'
import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Rate } from '#kit/ui/Rate.tsx'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import { type MonthPart, monthlyFinancials, type PartKind } from './contract.ts'
import { salaryName } from './rules.ts'
import { type MonthSelection, useAddress } from './useMonths.tsx'

/** Class of the list, by which the checklist scrolls to it. */
export const MARGINS = 'margins'

/** Per kind: column title, title of the secondary column, path of the record, and title of the list. */
const KINDS: Record<PartKind, { name: string; under: string | null; path: string; title: string }> = {
  store: { name: '店铺', under: '客户', path: '/store-management', title: '各店毛利' },
  customer: { name: '客户', under: null, path: '/customer-management', title: '各客户毛利' },
  agent: { name: '客服', under: '组长', path: '/user-management', title: '各客服毛利' },
}

/** Revenue and costs by store, customer or agent in the selected month, largest loss first. */
export function PartsList({ selection: { month, companyFilter } }: { selection: MonthSelection }) {
  const [text] = useAddressText('by')
  const by = text === 'customer' || text === 'agent' ? text : 'store'
  const { title } = KINDS[by]
  return (
    <div className={`not-printed ${MARGINS}`}>
      <ListPage
        key={by}
        endpoint={monthlyFinancials.parts}
        name={t(title)}
        fixed={{ month: month.month, by, ...companyFilter }}
        columns={columnsOf(by)}
        filters={[{ key: 'keyword', label: t(KINDS[by].name), control: 'text', placeholder: t('名称') }]}
        heading={{
          title: t(title),
          hint: t('{month}，亏损在前', { month: month.month }),
          views: <KindSwitch by={by} />,
        }}
        empty={{
          text: t('这个月还没有收入和成本'),
          hint: t('账单出账、店铺工资算出之后，这里按毛利列出。'),
        }}
      />
    </div>
  )
}

function KindSwitch({ by }: { by: PartKind }) {
  const go = useAddress()
  return (
    <Segmented<PartKind>
      options={[
        { value: 'store', label: t('各店毛利') },
        { value: 'customer', label: t('各客户毛利') },
        { value: 'agent', label: t('各客服毛利') },
      ]}
      value={by}
      onChange={(next) => go({ by: next === 'store' ? undefined : next, keyword: undefined })}
      aria-label={t('毛利按什么看')}
    />
  )
}

function columnsOf(by: PartKind): Column<MonthPart>[] {
  const { name, under, path } = KINDS[by]
  return [
    {
      key: 'name',
      title: t(name),
      pinned: true,
      phone: 'name',
      width: 184,
      render: (row) => (
        <Link to={`${path}/${row.id}`} title={row.name}>
          {row.name}
        </Link>
      ),
    },
    ...(under ? [{ key: 'under', title: t(under), phone: 'note', width: 152 } as const] : []),
    { key: 'revenueCents', title: t('应计收入'), type: 'money', sort: true, phone: 'figure' },
    { key: 'salaryCents', title: t(salaryName(by)), type: 'money' },
    { key: 'commissionCents', title: t('提成'), type: 'money' },
    { key: 'claimCents', title: t('报销'), type: 'money' },
    { key: 'badDebtCents', title: t('坏账'), type: 'money', hidden: true },
    { key: 'grossCents', title: t('毛利'), type: 'money', sort: true, phone: 'figure' },
    {
      key: 'marginBp',
      title: t('毛利率'),
      type: 'rate',
      sort: true,
      phone: 'remark',
      render: (row) => <Rate bp={row.marginBp} bad={(row.marginBp ?? 0) < 0} />,
    },
  ]
}
