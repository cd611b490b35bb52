import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type Actor, can } from '#access/can.ts'
import { ChurnPanel } from '#clients/retention/ui/ChurnPanel.tsx'
import { type Store, stores } from '#clients/stores/contract.ts'
import { lacksPrice } from '#clients/stores/rules.ts'
import type { Step } from '#clients/stores/steps/rules.ts'
import type { StepFormProps } from '#clients/stores/ui/StepForm.tsx'
import { StoreAgents } from '#clients/stores/ui/StoreAgents.tsx'
import type { StoreFormProps } from '#clients/stores/ui/StoreForm.tsx'
import { StoreNicks } from '#clients/stores/ui/StoreNicks.tsx'
import { StoreStatusTag } from '#clients/stores/ui/StoreStatusTag.tsx'
import { identityFacts, serviceFacts, storeFigures } from '#clients/stores/ui/storeFacts.tsx'
import { storeLog } from '#clients/stores/ui/storeLog.tsx'
import { pageActions } from '#clients/stores/ui/storePageActions.tsx'
import { storeSteps } from '#clients/stores/ui/storeSteps.tsx'
import { UnpricedTag } from '#clients/stores/ui/UnpricedTag.tsx'
import { addDays, daysFrom, today } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import type { DetailTab } from '#kit/ui/detail/declare.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Maybe } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecentLog, RecordLog } from '#kit/ui/RecordLog.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type View, ViewSwitch } from '#kit/ui/ViewSwitch.tsx'
import { StoreCoverage } from '#operations/duty/ui/StoreCoverage.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { type Shifts, useShifts } from '#people/shifts/ui/useShifts.tsx'
import { reports } from '#reporting/reports/contract.ts'
import { PriceMissing } from './PriceMissing.tsx'
import { StoreTerms } from './StoreTerms.tsx'

const StepForm = lazyWindow<'StepForm', StepFormProps>(
  () => import('#clients/stores/ui/StepForm.tsx'),
  'StepForm',
  ({ step }) => step !== null,
)

const StoreForm = lazyWindow<'StoreForm', StoreFormProps>(
  () => import('#clients/stores/ui/StoreForm.tsx'),
  'StoreForm',
  ({ store }) => store !== null,
)

/** The page of a store: volume, agents, nicks, churn, terms and log. */
export function StoreScreen() {
  const id = Number(useParams().id)
  const user = useUser()
  const shifts = useShifts()
  const [editing, setEditing] = useState(false)
  const [step, setStep] = useState<Step | null>(null)
  const position = useNeighbours(stores.list, id)
  const { data: store, ...call } = useCall(stores.get, { id }, { messagePlace: 'inPage' })
  const { whyAction, whyDialog } = useAccessExplanation('store', id, store?.companyCode)
  return (
    <>
      <DetailPage
        title={store?.name}
        status={
          store && (
            <>
              <StoreStatusTag status={store.status} />
              <UnpricedTag store={store} />
            </>
          )
        }
        code={store?.code}
        loading={call.isLoading}
        error={call.error}
        onRetry={() => void call.refetch()}
        actions={
          store && [
            ...pageActions(user, store, { edit: () => setEditing(true), openStep: setStep }),
            whyAction,
          ]
        }
        position={position}
        attention={store && lacksPrice(store) && <PriceMissing store={store} />}
        steps={store && storeSteps(store)}
        figures={store && storeFigures(store)}
        tabs={store ? tabsOf(store, user, shifts) : []}
        aside={store && <Aside store={store} />}
      />
      <StoreForm store={editing && store ? store : null} onClose={() => setEditing(false)} />
      {store && <StepForm store={store} step={step} onClose={() => setStep(null)} />}
      {whyDialog}
    </>
  )
}

function tabsOf(store: Store, user: Actor, shifts: Shifts): Maybe<DetailTab>[] {
  return [
    can(user, 'canReportWorklog') && {
      key: 'volume',
      label: t('业务数据'),
      children: <StoreVolume store={store} />,
    },
    { key: 'agents', label: t('客服分配'), children: <StorePeople store={store} /> },
    { key: 'nicks', label: t('平台昵称'), children: <StoreNicks store={store} /> },
    can(user, 'canReadCustomer') && {
      key: 'churn',
      label: t('流失与召回'),
      children: <ChurnPanel subject="store" about={{ ...store, lost: store.status === 'stopped' }} />,
    },
    can(user, 'canUpdateStore') && { key: 'terms', label: t('计费'), children: <StoreTerms store={store} /> },
    { key: 'log', label: t('操作日志'), children: <RecordLog {...storeLog(store, shifts.names)} /> },
  ]
}

/** Who serves the store: this week's coverage for those who write logs, and every assignment. */
function StorePeople({ store }: { store: Store }) {
  const covers = can(useUser(), 'canReportWorklog') && store.status !== 'stopped'
  return (
    <>
      {covers && <StoreCoverage store={store} />}
      <StoreAgents store={store} />
    </>
  )
}

function Aside({ store }: { store: Store }) {
  const shifts = useShifts()
  const user = useUser()
  const company = useCompanyChoices().find(({ value }) => value === store.companyCode)?.label
  return (
    <>
      <Panel title={t('基本信息')}>
        <Facts items={identityFacts(store, user, company)} />
      </Panel>
      <Panel title={t('服务')}>
        <Facts items={serviceFacts(store, shifts)} />
      </Panel>
      <RecentLog {...storeLog(store, shifts.names)} />
    </>
  )
}

const DAYS = 30

/** The store's daily volume of the last 30 days; a day without figures is a gap. */
function StoreVolume({ store }: { store: Store }) {
  const [view, setView] = useState<View>('chart')
  const to = addDays(
    today(() => new Date()),
    -1,
  )
  const from = addDays(to, 1 - DAYS)
  const report = `/daily-store-report?storeId=${store.id}&from=${from}&to=${to}`
  return (
    <Panel
      title={t('日咨询量')}
      hint={t('近 {n} 天，断开处为缺数据', { n: DAYS })}
      actions={
        <>
          <ViewSwitch view={view} onChange={setView} />
          <Link to={report}>{t('在报表中查看')}</Link>
        </>
      }
    >
      <Trend storeId={store.id} from={from} to={to} view={view} />
    </Panel>
  )
}

function Trend({ storeId, from, to, view }: { storeId: number; from: string; to: string; view: View }) {
  const call = useCall(
    reports.dailyStoreOverview,
    { storeId: [storeId], from, to },
    { messagePlace: 'inPage' },
  )
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
      {({ trend }) => <Volumes points={trend[0]?.points ?? []} from={from} to={to} view={view} />}
    </Loaded>
  )
}

interface VolumesProps {
  points: readonly { on: string; volume: number | null }[]
  from: string
  to: string
  view: View
}

function Volumes({ points, from, to, view }: VolumesProps) {
  const volumes = new Map(points.map(({ on, volume }) => [on, volume]))
  const days = daysFrom(from, to)
  const values = days.map((day) => volumes.get(day) ?? null)
  if (values.every((value) => value === null)) {
    return (
      <EmptyState
        compact
        text={t('近 {n} 天没有数据', { n: DAYS })}
        hint={t('导入这家店铺的平台文件后，这里会画出每天的咨询量。')}
        action={{ label: t('导入数据'), to: '/store-worklog/imports' }}
      />
    )
  }
  const series = [{ name: t('咨询量'), values }]
  return <LineChart label={t('每日咨询量')} days={days} series={series} format={formatCount} view={view} />
}
