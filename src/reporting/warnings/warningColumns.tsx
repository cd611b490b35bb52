import { type Actor, hideStoreSalary, reachOf } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { Change } from '#kit/ui/Change.tsx'
import { choicesOf, namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column, Filter } from '#kit/ui/list/declare.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { warningFormatters } from './cellFormatters.ts'
import type { Warning } from './contract.ts'
import { kindNames, levelNames, statusNames } from './rules.ts'
import { KindTag, RiskTag, WarningStatusTag } from './WarningTags.tsx'
import { weekChoices } from './weekChoices.tsx'
import './warnings.css'

/** The columns of the warnings; `companies` is empty if the user may not see companies. */
export function warningColumns(
  user: Actor,
  companies: Choice<string>[],
  open: (row: Warning) => void,
): Column<Warning>[] {
  return [
    {
      key: 'customerName',
      title: t('客户'),
      pinned: true,
      phone: 'name',
      width: 164,
      sort: true,
      render: (row) => (
        <button type="button" className="warning-name" onClick={() => open(row)}>
          {row.customerName}
        </button>
      ),
    },
    {
      key: 'kind',
      title: t('预警'),
      width: 134,
      phone: 'note',
      words: warningFormatters.kind,
      render: (row) => <KindTag kind={row.kind} level={row.level} />,
    },
    { key: 'value', title: t('情况'), width: 124, phone: 'remark', words: warningFormatters.finding },
    {
      key: 'weekOn',
      title: t('周'),
      width: 112,
      sort: true,
      phone: 'note',
      words: warningFormatters.week,
    },
    ...figures(),
    ...otherStores(user),
    ...(hideStoreSalary(user) ? [] : [money()]),
    ...(companies.length > 0 ? [company(companies)] : []),
    ...handling(),
  ]
}

const figures = (): Column<Warning>[] => [
  { key: 'volume', title: t('当周咨询量'), type: 'count', width: 76, phone: 'figure' },
  {
    key: 'baseline',
    title: t('基线'),
    type: 'count',
    width: 88,
    hidden: true,
    hint: t('最近 4 个完整的非大促周的中位数，只算两边都有数据的店铺'),
  },
  {
    key: 'changeBp',
    title: t('较基线'),
    type: 'rate',
    width: 72,
    phone: 'figure',
    render: ({ changeBp, kind }) => <Change bp={changeBp} bad={kind === 'fall' || kind === 'zero'} />,
  },
  {
    key: 'useBp',
    title: t('包量使用'),
    type: 'rate',
    width: 96,
    hidden: true,
    hint: t('有包量的店铺：当周咨询量 ÷ Σ 每天包量 × 服务天数'),
  },
]

const handling = (): Column<Warning>[] => [
  { key: 'ownerName', title: t('负责商务'), width: 64 },
  { key: 'leaderNames', title: t('组长'), width: 96, hidden: true },
  {
    key: 'score',
    title: t('流失风险'),
    width: 82,
    sort: true,
    words: warningFormatters.risk,
    render: (row) => <RiskTag risk={row.risk} score={row.score} />,
  },
  { key: 'handlerName', title: t('处理人'), width: 88, hidden: true },
  { key: 'note', title: t('处理说明'), width: 200, hidden: true },
  {
    key: 'status',
    title: t('状态'),
    width: 80,
    phone: 'status',
    from: { field: 'status', names: statusNames },
    render: (row) => <WarningStatusTag status={row.status} />,
  },
]

/** The number of stores that the figures exclude; only for heads, whose figures may exclude stores. */
export function otherStores(user: Actor): Column<{ otherStores: number }>[] {
  if (reachOf(user, 'canReadStore') !== 'team') return []
  const hint = t('这位客户不在您范围内的店铺数，各项数字都不含它们')
  return [{ key: 'otherStores', title: t('其他店铺'), type: 'count', width: 96, hint }]
}

const money = (): Column<Warning> => ({
  key: 'overageCents',
  title: t('超量金额'),
  type: 'money',
  width: 82,
  hint: t('按当周折算：Σ 各店超出包量的咨询量 × 超量单价；以账单为准'),
  words: warningFormatters.overage,
})

const company = (companies: Choice<string>[]): Column<Warning> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
})

type Key = 'keyword' | 'week' | 'kind' | 'level' | 'ownerId' | 'companyCode'

/** The filters of the warnings. */
export function warningFilters(user: Actor, companies: Choice<string>[]): Filter<Key>[] {
  return [
    { key: 'keyword', label: t('客户'), control: 'text', placeholder: t('名称或编号') },
    { key: 'week', label: t('周'), control: 'select', options: weekChoices() },
    { key: 'kind', label: t('预警类型'), control: 'multi', options: choicesOf(kindNames) },
    { key: 'level', label: t('级别'), control: 'select', options: choicesOf(levelNames) },
    ...(reachOf(user, 'canWarningCustomer') === 'team' ? [] : [owner()]),
    ...(companies.length > 0
      ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
      : []),
  ]
}

const owner = (): Filter<Key> => ({
  key: 'ownerId',
  label: t('负责商务'),
  control: 'remote',
  options: staffOptions,
  query: { purpose: 'owner' },
})
