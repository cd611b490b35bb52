import { App } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { BILLS_PATH } from '#billing/customer-bills/ui/billsPath.tsx'
import { customerOptions } from '#clients/customers/options/contract.ts'
import { moneyFigure } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { namesOf, statusTabs } from '#kit/ui/choices.tsx'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { BatchAction, BatchForm, Choice, Column, Filter } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { type Rerate, rerates } from './contract.ts'
import { RunForm } from './RunForm.tsx'
import { causeNames, stateNames, stateTones } from './rules.ts'

const RerateDrawer = lazyPart(() => import('./RerateDrawer.tsx'), 'RerateDrawer')
const AdjustWindow = lazyPart<'AdjustWindow', BatchForm<Rerate>>(
  () => import('./SettleWindows.tsx'),
  'AdjustWindow',
)
const WaiveWindow = lazyPart<'WaiveWindow', BatchForm<Rerate>>(
  () => import('./SettleWindows.tsx'),
  'WaiveWindow',
)

/** The row and action of the open window. */
interface Settling {
  row: Rerate
  verb: 'adjust' | 'waive'
}

/** 已出账与现算不符: store months whose price changed after their bills were issued, to adjust or waive. */
export function ReratesScreen() {
  const companies = useCompanyChoices()
  const [shown, setShown] = useAddressText('row')
  const [running, setRunning] = useState(false)
  const [settling, setSettling] = useState<Settling | null>(null)
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={rerates.list}
        name={t('已出账与现算不符')}
        columns={rerateColumns(companies)}
        filters={filtersFor(companies)}
        tabs={statusTabs(stateNames)}
        initial={{ status: ['pending'] }}
        summary={({ answer }) => (
          <Pending cents={answer?.pendingCents} count={answer?.statusCounts.pending ?? 0} />
        )}
        actions={[{ key: 'run', label: t('重算'), onClick: () => setRunning(true) }]}
        rowActions={(row) => [
          { key: 'open', label: t('查看'), onClick: () => setShown(String(row.id)) },
          row.state === 'pending' && {
            key: 'adjust',
            label: t('出调整'),
            onClick: () => setSettling({ row, verb: 'adjust' }),
          },
          row.state === 'pending' && {
            key: 'waive',
            label: t('豁免'),
            onClick: () => setSettling({ row, verb: 'waive' }),
          },
        ]}
        batch={() => [adjustBatch, waiveBatch]}
        empty={({ covers }) =>
          allWell({
            covers: covers ?? 0,
            good: (n) => ({
              text: t('已出账的 {n} 家店铺月份，没有待处理的不符', { n }),
              hint: t('出账之后数据、服务状态或计费方式有变化的，一分钟内列在这里。'),
            }),
            none: {
              text: t('还没有出账的店铺月份'),
              hint: t('出账之后数据、服务状态或计费方式有变化的，一分钟内列在这里。'),
              action: { label: t('去看账单'), to: BILLS_PATH },
            },
          })
        }
      />
      <RunForm open={running} onClose={() => setRunning(false)} />
      <Suspense>
        {shown && <RerateDrawer id={Number(shown)} onClose={() => setShown(undefined)} />}
        {settling && <SettleOne settling={settling} close={() => setSettling(null)} />}
      </Suspense>
    </>
  )
}

/** Window for a single row; shows the result as a message. */
function SettleOne({ settling: { row, verb }, close }: { settling: Settling; close: () => void }) {
  const { message } = App.useApp()
  const run: BatchForm<Rerate>['run'] = async (work) => {
    const results = await work(() => undefined)
    const problem = results?.find((result) => 'problem' in result)?.problem
    if (problem) void message.error(problem)
    else void message.success(verb === 'adjust' ? t('已生成调整草稿') : t('已豁免'))
    close()
  }
  const Window = verb === 'adjust' ? AdjustWindow : WaiveWindow
  return <Window rows={[row]} run={run} close={close} />
}

const adjustBatch: BatchAction<Rerate> = {
  key: 'adjust',
  get label() {
    return t('出调整')
  },
  form: (batch) => (
    <Suspense>
      <AdjustWindow {...batch} />
    </Suspense>
  ),
}

const waiveBatch: BatchAction<Rerate> = {
  key: 'waive',
  get label() {
    return t('豁免')
  },
  form: (batch) => (
    <Suspense>
      <WaiveWindow {...batch} />
    </Suspense>
  ),
}

function Pending({ cents, count }: { cents: number | undefined; count: number }) {
  if (cents === undefined) return <FigureStrip loading figures={[]} />
  return (
    <FigureStrip
      figures={[
        {
          key: 'pending',
          name: t('待处理的差额'),
          ...moneyFigure(cents),
          note: t('{n} 家店铺；正数是少收的，负数是多收的', { n: count }),
        },
      ]}
    />
  )
}

type Key = 'keyword' | 'month' | 'customerId' | 'companyCode'

/** Number of months in the filter. */
const MONTHS = 24

const filtersFor = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('店铺'), control: 'text', placeholder: t('店铺或客户') },
  { key: 'month', label: t('服务月份'), control: 'multi', options: monthsBack(thisMonth(), MONTHS) },
  { key: 'customerId', label: t('客户'), control: 'remote', options: customerOptions, multiple: true },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]

/** Columns of the list of differences; `companies` is empty for users who see one company only. */
function rerateColumns(companies: Choice<string>[]): Column<Rerate>[] {
  return [
    {
      key: 'storeName',
      title: t('店铺'),
      pinned: true,
      phone: 'name',
      width: 136,
      render: ({ storeId, storeName }) => <Link to={`/store-management/${storeId}`}>{storeName}</Link>,
    },
    { key: 'customerName', title: t('客户'), phone: 'note', width: 108 },
    { key: 'month', title: t('服务月份'), sort: true, phone: 'note', width: 84 },
    ...(companies.length > 0
      ? [
          {
            key: 'companyCode',
            title: t('公司'),
            hidden: true,
            width: 136,
            from: { field: 'companyCode', names: namesOf(companies) },
          } as Column<Rerate>,
        ]
      : []),
    {
      key: 'state',
      title: t('状态'),
      phone: 'status',
      width: 80,
      from: { field: 'state', names: stateNames },
      render: ({ state }) => <StatusTag tone={stateTones[state]} label={t(stateNames[state])} />,
    },
    {
      key: 'bills',
      title: t('账单'),
      width: 136,
      exported: false,
      render: ({ bills, adjustments }) => <Bills bills={[...bills, ...adjustments]} />,
    },
    {
      key: 'billedCents',
      title: t('已出'),
      type: 'money',
      width: 96,
      hint: t('出账时按数据应出的，加上后来的调整；商定的改动和优惠不计'),
    },
    { key: 'nowCents', title: t('现算'), type: 'money', phone: 'figure', width: 96 },
    { key: 'differenceCents', title: t('差额'), type: 'money', sort: true, phone: 'figure', width: 100 },
    {
      key: 'causes',
      title: t('为什么'),
      phone: 'remark',
      width: 104,
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
