import { Link } from 'react-router'
import { BILLS_PATH } from '#billing/customer-bills/ui/billsPath.tsx'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { Rerate } from './contract.ts'
import { causeNames, stateNames, stateTones } from './rules.ts'

/** Columns of the list of differences; `companies` is empty for users who see one company only. */
export function rerateColumns(companies: Choice<string>[]): Column<Rerate>[] {
  return [
    {
      ...{ key: 'storeName', title: t('店铺'), pinned: true, phone: 'name', width: 136 },
      render: ({ storeId, storeName }) => <Link to={`/store-management/${storeId}`}>{storeName}</Link>,
    },
    { key: 'customerName', title: t('客户'), phone: 'note', width: 108 },
    { key: 'month', title: t('服务月份'), sort: true, phone: 'note', width: 84 },
    ...(companies.length > 0
      ? [
          {
            ...{ key: 'companyCode', title: t('公司'), hidden: true, width: 136 },
            from: { field: 'companyCode', names: namesOf(companies) },
          } as Column<Rerate>,
        ]
      : []),
    {
      ...{ key: 'state', title: t('状态'), phone: 'status', width: 80 },
      from: { field: 'state', names: stateNames },
      render: ({ state }) => <StatusTag tone={stateTones[state]} label={t(stateNames[state])} />,
    },
    {
      ...{ key: 'bills', title: t('账单'), width: 136, exported: false },
      render: ({ bills, adjustments }) => <Bills bills={[...bills, ...adjustments]} />,
    },
    {
      ...{ key: 'billedCents', title: t('已出'), type: 'money', width: 96 },
      hint: t('出账时按数据应出的，加上后来的调整；商定的改动和优惠不计'),
    },
    { key: 'nowCents', title: t('现算'), type: 'money', phone: 'figure', width: 96 },
    { key: 'differenceCents', title: t('差额'), type: 'money', sort: true, phone: 'figure', width: 100 },
    {
      ...{ key: 'causes', title: t('为什么'), phone: 'remark', width: 104 },
      from: { field: 'causes', names: causeNames },
    },
    { key: 'since', title: t('自何时'), type: 'instant', sort: true, hidden: true, width: 136 },
    { key: 'waivedCents', title: t('已豁免'), type: 'money', hidden: true, width: 100 },
    { key: 'waivedReason', title: t('豁免原因'), hidden: true, width: 160 },
  ]
}

function Bills({ bills }: { bills: Rerate['bills'] }) {
  return bills.map(({ id, code }) => (
    <div key={id}>
      <Link to={`${BILLS_PATH}/${id}`}>{code ?? t('草稿')}</Link>
    </div>
  ))
}
