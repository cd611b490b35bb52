import { type ComponentProps, useState } from 'react'
import { useParams } from 'react-router'
import { can, hideStoreSalary } from '#access/can.ts'
import { CustomerBillsPanel } from '#billing/customer-bills/ui/CustomerBillsPanel.tsx'
import { StatementPanel } from '#billing/receivables/ui/StatementPanel.tsx'
import { NotesPanel } from '#clients/customer-notes/ui/NotesPanel.tsx'
import { type Customer, type CustomerPage, customers } from '#clients/customers/contract.ts'
import type { CustomerFormProps } from '#clients/customers/ui/CustomerForm.tsx'
import { CustomerStatusTag } from '#clients/customers/ui/CustomerStatusTag.tsx'
import { backgroundFacts, contactFacts } from '#clients/customers/ui/customerFacts.tsx'
import { customerLog } from '#clients/customers/ui/customerLog.tsx'
import { lifeSteps } from '#clients/customers/ui/customerSteps.tsx'
import { OwnerHistory } from '#clients/customers/ui/OwnerHistory.tsx'
import { SavedSimilarCustomers } from '#clients/customers/ui/SavedSimilarCustomers.tsx'
import { FollowUpsPanel } from '#clients/follow-ups/ui/FollowUpsPanel.tsx'
import { ChurnPanel } from '#clients/retention/ui/ChurnPanel.tsx'
import { type Store, stores } from '#clients/stores/contract.ts'
import { lacksYesterday, platformNames, statusNames, statusTones } from '#clients/stores/rules.ts'
import { pricingColumn } from '#clients/stores/ui/pricingColumn.tsx'
import { daysFrom } from '#kit/calendar.ts'
import { formatCount, moneyFigure } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Deadline, deadlineText } from '#kit/ui/Deadline.tsx'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Missing } from '#kit/ui/Missing.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecentLog, RecordLog } from '#kit/ui/RecordLog.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { RecordLink, useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type View, ViewSwitch } from '#kit/ui/ViewSwitch.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { customerVolumes } from '#reporting/reports/customers/contract.ts'
import { RiskPanel } from '#reporting/warnings/ui/RiskPanel.tsx'
import { MergeHistory } from '#workspace/customer-merges/ui/MergeHistory.tsx'
import { useCustomerActions } from './useCustomerActions.tsx'

const CustomerForm = lazyWindow<'CustomerForm', CustomerFormProps>(
  () => import('#clients/customers/ui/CustomerForm.tsx'),
  'CustomerForm',
  ({ customer }) => customer !== null,
)

/** The page of a customer: stores, volume, notes and follow-ups, contact, bills and log. */
export function CustomerScreen() {
  const id = Number(useParams().id)
  const call = useCall(customers.get, { id }, { messagePlace: 'inPage' })
  const state = { loading: call.isLoading, error: call.error, onRetry: () => void call.refetch() }
  const customer = call.data
  if (!customer) return <DetailPage title={undefined} {...state} tabs={[]} />
  return <LoadedCustomer key={customer.id} customer={customer} state={state} />
}

type State = Pick<ComponentProps<typeof DetailPage>, 'loading' | 'error' | 'onRetry'>

function LoadedCustomer({ customer, state }: { customer: CustomerPage; state: State }) {
  const [editing, setEditing] = useState(false)
  const charges = can(useUser(), 'canChargeCustomer', customer)
  const position = useNeighbours(customers.list, customer.id)
  const { actions, windows, merge } = useCustomerActions(customer, () => setEditing(true))
  const { whyAction, whyDialog } = useAccessExplanation('customer', customer.id, customer.companyCode)
  return (
    <>
      <Watermark />
      <DetailPage
        {...state}
        title={customer.name}
        status={<CustomerStatusTag status={customer.status} />}
        code={customer.code}
        actions={[...actions, whyAction]}
        position={position}
        steps={lifeSteps(customer)}
        figures={figuresOf(customer)}
        tabs={tabsOf(customer, charges)}
        aside={<Aside customer={customer} onMerge={merge} />}
      />
      {windows}
      {whyDialog}
      <CustomerForm customer={editing ? customer : null} onClose={() => setEditing(false)} />
    </>
  )
}

function Aside({ customer, onMerge }: { customer: CustomerPage; onMerge: (otherId: number) => void }) {
  const user = useUser()
  const writes = can(user, 'canUpdateCustomer', customer)
  const company = useCompanyChoices().find(({ value }) => value === customer.companyCode)?.label
  return (
    <>
      {writes && customer.status !== 'churned' && (
        <SavedSimilarCustomers id={customer.id} onMerge={onMerge} />
      )}
      <Panel title={t('联系与合同')}>
        <Facts items={contactFacts(customer, company, writes, customer.ownerId === user.id)} />
      </Panel>
      <Panel title={t('基本信息')}>
        <Facts items={backgroundFacts(customer, customer.warnings)} />
      </Panel>
      <RiskPanel customerId={customer.id} writes={writes && customer.status !== 'churned'} />
      <OwnerHistory customerId={customer.id} />
      <MergeHistory customerId={customer.id} />
      <RecentLog {...customerLog(customer)} />
    </>
  )
}

function figuresOf({ storeCount, ownerName, contractEndOn, ...account }: Customer) {
  const note = deadlineText(contractEndOn)
  return [
    { name: t('名下店铺'), value: storeCount, unit: t('家'), note: t('不含已停止的') },
    { name: t('负责商务'), value: ownerName },
    { name: t('合同到期'), value: contractEndOn ?? '-', note, tone: 'orange' as const },
    ...accountFigures(account),
  ]
}

/** Amount owed and deposit held, for users who may charge the customer. */
function accountFigures({
  receivableCents,
  depositCents,
}: Pick<Customer, 'receivableCents' | 'depositCents'>) {
  if (receivableCents === undefined) return []
  return [
    { name: t('应收余额'), ...moneyFigure(receivableCents) },
    { name: t('押金'), ...moneyFigure(depositCents ?? 0) },
  ]
}

function tabsOf(customer: Customer, charges: boolean) {
  return [
    {
      key: 'stores',
      label: t('名下店铺'),
      count: customer.storeCount,
      children: <CustomerStores customerId={customer.id} />,
    },
    { key: 'volume', label: t('咨询量'), children: <CustomerVolume customerId={customer.id} /> },
    {
      key: 'contact',
      label: t('跟进与备注'),
      children: (
        <>
          <FollowUpsPanel customerId={customer.id} />
          <NotesPanel customerId={customer.id} />
        </>
      ),
    },
    charges && { key: 'bills', label: t('账单'), children: <CustomerBillsPanel customerId={customer.id} /> },
    charges && {
      key: 'statement',
      label: t('对账单'),
      children: <StatementPanel customerId={customer.id} />,
    },
    {
      key: 'churn',
      label: t('流失与召回'),
      children: (
        <ChurnPanel subject="customer" about={{ ...customer, lost: customer.status === 'churned' }} />
      ),
    },
    {
      key: 'log',
      label: t('操作日志'),
      children: <RecordLog {...customerLog(customer)} />,
    },
  ]
}

/** The stores of a customer within the user's reach. */
function CustomerStores({ customerId }: { customerId: number }) {
  const create = can(useUser(), 'canUpdateStore') && {
    label: t('新建店铺'),
    to: `/store-management?customerId=${customerId}&new=1`,
  }
  return (
    <ListPage
      endpoint={stores.list}
      name={t('店铺')}
      fixed={{ customerId: [customerId] }}
      heading={{ title: t('名下店铺') }}
      columns={storeColumns(!hideStoreSalary(useUser()))}
      actions={[create && { ...create, key: 'new', icon: 'plus' }]}
      empty={{ text: t('这位客户还没有店铺'), action: create || undefined }}
    />
  )
}

/** 咨询量: the sum over the customer's stores for 90 days. A hollow point lacks some stores, a gap lacks all. */
function CustomerVolume({ customerId }: { customerId: number }) {
  const [view, setView] = useState<View>('chart')
  const call = useCall(customerVolumes.volumes, { id: customerId }, { messagePlace: 'inPage' })
  return (
    <Panel
      title={t('日咨询量')}
      hint={t('近 90 天各店合计；空心点缺部分店铺，断开处全缺')}
      actions={<ViewSwitch view={view} onChange={setView} />}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
        {(data) => <VolumeChart {...data} view={view} />}
      </Loaded>
    </Panel>
  )
}

interface Day {
  on: string
  volume: number | null
  reported: number
  expected: number
}

function VolumeChart({ from, to, days, view }: { from: string; to: string; days: Day[]; view: View }) {
  const byDay = new Map(days.map((day) => [day.on, day]))
  const all = daysFrom(from, to)
  const values = all.map((on) => byDay.get(on)?.volume ?? null)
  if (values.every((value) => value === null)) {
    return (
      <EmptyState
        compact
        text={t('近 90 天没有数据')}
        hint={t('导入这位客户的店铺文件后，这里会画出每天的咨询量。')}
      />
    )
  }
  const lacks = ({ reported, expected }: Day) => reported > 0 && reported < expected
  const incomplete = all.flatMap((on, at) => {
    const day = byDay.get(on)
    return day && lacks(day) ? [at] : []
  })
  const series = [{ name: t('咨询量'), values, incomplete }]
  return <LineChart label={t('每日咨询量')} days={all} series={series} format={formatCount} view={view} />
}

/** The columns of the stores on a customer's page. */
function storeColumns(seesPay: boolean): Column<Store>[] {
  return [...identityColumns(), ...(seesPay ? [pricingColumn()] : []), ...figureColumns()]
}

const identityColumns = (): Column<Store>[] => [
  {
    key: 'name',
    title: t('店铺'),
    pinned: true,
    phone: 'name',
    sort: true,
    width: 200,
    render: (row) => <RecordLink to={`/store-management/${row.id}`}>{row.name}</RecordLink>,
  },
  {
    key: 'platform',
    title: t('平台'),
    phone: 'note',
    width: 72,
    from: { field: 'platform', names: platformNames },
  },
  { key: 'leaderName', title: t('组长'), phone: 'note', width: 88 },
]

const figureColumns = (): Column<Store>[] => [
  {
    key: 'yesterdayVolume',
    title: t('昨日咨询'),
    type: 'count',
    phone: 'figure',
    sort: true,
    width: 104,
    render: (row) => (lacksYesterday(row) ? <Missing /> : undefined),
  },
  {
    key: 'contractEndOn',
    title: t('合同到期'),
    type: 'day',
    phone: 'figure',
    width: 160,
    render: (row) => <Deadline day={row.contractEndOn} />,
  },
  {
    key: 'status',
    title: t('状态'),
    phone: 'status',
    width: 88,
    from: { field: 'status', names: statusNames },
    render: (row) => <StatusTag tone={statusTones[row.status]} label={t(statusNames[row.status])} />,
  },
]
