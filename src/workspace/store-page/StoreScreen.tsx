import { useState } from 'react'
import { useParams } from 'react-router'
import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'
import { ChurnPanel } from '#clients/retention/ui/ChurnPanel.tsx'
import type { Store } from '#clients/stores/contract.ts'
import { stores } from '#clients/stores/contract.ts'
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
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import type { DetailTab } from '#kit/ui/detail/declare.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Maybe } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecentLog, RecordLog } from '#kit/ui/RecordLog.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { StoreTerms } from './StoreTerms.tsx'
import { StoreVolume } from './StoreVolume.tsx'

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
  const [editing, setEditing] = useState(false)
  const [step, setStep] = useState<Step | null>(null)
  const position = useNeighbours(stores.list, id)
  const { data: store, ...call } = useCall(stores.get, { id }, { messagePlace: 'inPage' })
  const { whyAction, whyDialog } = useAccessExplanation('store', id, store?.companyCode)
  return (
    <>
      <DetailPage
        title={store?.name}
        status={store && <StoreStatusTag status={store.status} />}
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
        steps={store && storeSteps(store)}
        figures={store && storeFigures(store)}
        tabs={store ? tabsOf(store, user) : []}
        aside={store && <Aside store={store} />}
      />
      <StoreForm store={editing && store ? store : null} onClose={() => setEditing(false)} />
      {store && <StepForm store={store} step={step} onClose={() => setStep(null)} />}
      {whyDialog}
    </>
  )
}

function tabsOf(store: Store, user: Actor): Maybe<DetailTab>[] {
  return [
    can(user, 'canReportWorklog') && {
      key: 'volume',
      label: t('业务数据'),
      children: <StoreVolume store={store} />,
    },
    { key: 'agents', label: t('客服分配'), children: <StoreAgents store={store} /> },
    { key: 'nicks', label: t('平台昵称'), children: <StoreNicks store={store} /> },
    can(user, 'canReadCustomer') && {
      key: 'churn',
      label: t('流失与召回'),
      children: <ChurnPanel subject="store" about={{ ...store, lost: store.status === 'stopped' }} />,
    },
    can(user, 'canUpdateStore') && { key: 'terms', label: t('计费'), children: <StoreTerms store={store} /> },
    { key: 'log', label: t('操作日志'), children: <RecordLog {...storeLog(store)} /> },
  ]
}

function Aside({ store }: { store: Store }) {
  const user = useUser()
  const company = useCompanyChoices().find(({ value }) => value === store.companyCode)?.label
  return (
    <>
      <Panel title={t('基本信息')}>
        <Facts items={identityFacts(store, user, company)} />
      </Panel>
      <Panel title={t('服务')}>
        <Facts items={serviceFacts(store)} />
      </Panel>
      <RecentLog {...storeLog(store)} />
    </>
  )
}
