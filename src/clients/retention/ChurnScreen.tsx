import { App } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { can } from '#access/can.ts'
import { outcomeNames, reasonNames, statusNames } from '#clients/churn-records/rules.ts'
import { statusNames as customerStatusNames } from '#clients/customers/rules.ts'
import { platformNames, statusNames as storeStatusNames } from '#clients/stores/rules.ts'
import { formatCount, formatInstant, formatMoney, moneyFigure } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import type { DetailFigure, DetailStep } from '#kit/ui/detail/declare.tsx'
import { type Fact, Facts } from '#kit/ui/Facts.tsx'
import type { Action, Maybe } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecentLog, RecordLog, type RecordLogProps } from '#kit/ui/RecordLog.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { ChurnEdit } from './ChurnForm.tsx'
import { ChurnStatusTag } from './ChurnStatusTag.tsx'
import { subjectName } from './churnColumns.tsx'
import { type ChurnPage, churnRecords, type Snapshot } from './contract.ts'
import { RetentionActions } from './RetentionActions.tsx'
import { type Step, StepForms } from './StepForms.tsx'
import './churn.css'

/** One churn record: its status, retention actions and snapshot. */
export function ChurnScreen() {
  const id = Number(useParams().id)
  const user = useUser()
  const [step, setStep] = useState<Step | null>(null)
  const [editing, setEditing] = useState(false)
  const position = useNeighbours(churnRecords.list, id)
  const askForCustomer = useLastStoreQuestion()
  const { data: page, ...call } = useCall(churnRecords.get, { id }, { messagePlace: 'inPage' })
  const { whyAction, whyDialog } = useAccessExplanation('churn', id, page?.companyCode)
  const writes = can(user, 'canUpdateCustomer')
  return (
    <>
      <Watermark />
      <DetailPage
        title={page && subjectName(page)}
        status={page && <ChurnStatusTag status={page.status} />}
        loading={call.isLoading}
        error={call.error}
        onRetry={() => void call.refetch()}
        actions={page ? [...(writes ? actionsOf(page, setStep, () => setEditing(true)) : []), whyAction] : []}
        position={position}
        steps={page && churnSteps(page)}
        figures={page && recordFigures(page)}
        tabs={page ? tabsOf(page, writes) : []}
        aside={page && <Aside page={page} />}
      />
      {page && (
        <StepForms
          page={page}
          step={step}
          onClose={() => setStep(null)}
          onDone={(after, done) => done === 'confirm' && askForCustomer(after)}
        />
      )}
      <ChurnEdit record={editing && page ? page : null} onClose={() => setEditing(false)} />
      {whyDialog}
    </>
  )
}

function actionsOf({ status }: ChurnPage, openStep: (step: Step) => void, edit: () => void): Maybe<Action>[] {
  const stepAction = (key: Step, label: string) => ({ key, label, onClick: () => openStep(key) })
  return [
    status === 'retaining' && { key: 'edit', label: t('编辑'), icon: 'edit', onClick: edit },
    status === 'retaining' && stepAction('cancel', t('撤销')),
    status === 'retaining' && { ...stepAction('confirm', t('确认流失')), primary: true },
    status === 'churned' && { ...stepAction('winBack', t('召回')), primary: true },
  ]
}

function tabsOf(page: ChurnPage, writes: boolean) {
  return [
    {
      key: 'measures',
      label: t('挽留措施'),
      count: page.measures.length,
      children: <RetentionActions page={page} writes={writes} />,
    },
    page.snapshot && {
      key: 'snapshot',
      label: t('确认时快照'),
      children: <SnapshotPanel snapshot={page.snapshot} takenOver={page.takenOver} />,
    },
    { key: 'log', label: t('操作日志'), children: <RecordLog {...churnLog(page.id)} /> },
  ]
}

function Aside({ page }: { page: ChurnPage }) {
  return (
    <>
      <Panel title={t('流失经过')}>
        <Facts items={recordFacts(page)} />
      </Panel>
      <Panel title={t('涉及')}>
        <Facts items={subjectFacts(page)} />
      </Panel>
      <RecentLog {...churnLog(page.id)} />
    </>
  )
}

/** The snapshot taken when the loss was confirmed. */
function SnapshotPanel({ snapshot, takenOver }: { snapshot: Snapshot; takenOver: boolean }) {
  const { tenureDays, ownerName, leaderName, agents, stores } = snapshot
  const names = (list: Snapshot['agents']) => list.map(({ name }) => name).join(t('、'))
  return (
    <Panel
      title={t('确认时快照')}
      hint={
        takenOver
          ? t('{at} 导入时留存，只有当时已知的内容', { at: formatInstant(snapshot.takenAt) })
          : t('{at} 留存，不再变化', { at: formatInstant(snapshot.takenAt) })
      }
    >
      <Facts
        columns={2}
        items={[
          ...amounts(snapshot, takenOver ? t('启用前，不详') : t('确认时还没有账单')),
          { label: t('服务天数'), value: t('{n} 天', { n: formatCount(tenureDays) }) },
          { label: t('负责商务'), value: ownerName },
          { label: t('组长'), value: leaderName },
          { label: t('当日客服'), value: names(agents), wide: true },
          { label: t('停止的店铺'), value: names(stores), wide: true },
        ]}
      />
    </Panel>
  )
}

/** The amounts, for users who may see them. Null has a text of its own; for billed amounts it is `bills`. */
function amounts(
  { monthlyFeeCents, revenueCents, unpaidCents, refundCents }: Snapshot,
  bills: string,
): Fact[] {
  if (monthlyFeeCents === undefined) return []
  const money = (cents: number | null | undefined, otherwise: string) =>
    cents === null || cents === undefined ? otherwise : formatMoney(cents)
  return [
    { label: t('月费'), value: money(monthlyFeeCents, t('没有计费方式')) },
    { label: t('累计收入'), value: money(revenueCents, bills) },
    { label: t('欠费'), value: money(unpaidCents, bills) },
    { label: t('建议退款'), value: money(refundCents, t('无')) },
  ]
}

/** The key figures: days, tenure, lost fee and unpaid amount. */
function recordFigures(page: ChurnPage): DetailFigure[] {
  const { status, detectedOn, stopOn, tenureDays, monthlyFeeCents, unpaidCents } = page
  const open = status === 'retaining'
  return [
    { name: t('发现日期'), value: detectedOn },
    { name: open ? t('预计停止') : t('最后服务日'), value: stopOn ?? '-' },
    ...(tenureDays === null ? [] : [{ name: t('服务天数'), value: formatCount(tenureDays), unit: t('天') }]),
    ...(open || monthlyFeeCents === undefined ? [] : [feeFigure(monthlyFeeCents)]),
    ...(unpaidCents ? [{ name: t('欠费'), ...moneyFigure(unpaidCents), tone: 'red' as const }] : []),
  ]
}

function feeFigure(cents: number | null): DetailFigure {
  if (cents === null) return { name: t('流失月费'), value: '-', note: t('没有计费方式') }
  return { name: t('流失月费'), ...moneyFigure(cents) }
}

/** Reason, notes, handler and origin of the record. */
function recordFacts(page: ChurnPage): Fact[] {
  const { reason, note, closingNote, handlerName, createdByName, createdAt, takenOver } = page
  return [
    { label: t('流失原因'), value: reason && t(reasonNames[reason]) },
    { label: t('情况说明'), value: note },
    ...(closingNote ? [{ label: t('结束说明'), value: closingNote }] : []),
    { label: t('跟进人'), value: handlerName },
    { label: t('登记'), value: `${createdByName ?? t('系统')} ${formatInstant(createdAt)}` },
    ...(takenOver ? [{ label: t('来源'), value: t('期初导入：启用系统前已流失') }] : []),
  ]
}

/** The customer and store of the record, with links if the reader may open them. */
function subjectFacts(page: ChurnPage): Fact[] {
  const { customerId, customerName, customerReadable, customerStatus, ownerName, leaderName } = page
  const customer = customerReadable ? (
    <Link to={`/customer-management/${customerId}`}>{customerName}</Link>
  ) : (
    customerName
  )
  return [
    { label: t('客户'), value: customer },
    { label: t('客户状态'), value: t(customerStatusNames[customerStatus]) },
    ...(page.storeId === null ? [] : storeFacts(page)),
    { label: t('负责商务'), value: ownerName },
    ...(page.storeId === null ? [] : [{ label: t('组长'), value: leaderName }]),
  ]
}

function storeFacts({ storeId, storeName, storeReadable, platform, stores }: ChurnPage): Fact[] {
  const status = stores[0]?.status
  const name = storeReadable ? <Link to={`/store-management/${storeId}`}>{storeName}</Link> : storeName
  return [
    { label: t('店铺'), value: name },
    { label: t('平台'), value: platform && t(platformNames[platform]) },
    ...(status ? [{ label: t('店铺状态'), value: t(storeStatusNames[status]) }] : []),
  ]
}

/** The settings to show the log of a churn record: names of its fields, choices and steps. */
function churnLog(id: number): RecordLogProps {
  return {
    endpoint: auditLogs.list,
    entity: 'churn',
    recordId: id,
    editedBy: churnRecords.create,
    labels: {
      status: t('状态'),
      confirmedOn: t('确认日期'),
      wonBackOn: t('召回日期'),
      cancelledOn: t('撤销日期'),
      closingNote: t('结束说明'),
      takenOver: t('期初'),
      onDay: t('日期'),
      what: t('措施'),
      staffId: t('执行人'),
      outcome: t('效果'),
      result: t('结果'),
    },
    choices: { status: statusNames, reason: reasonNames, outcome: outcomeNames },
    actions: {
      open: '登记流失风险',
      confirm: '确认流失',
      cancel: '撤销',
      'win-back': '召回',
      measure: '挽留措施',
      'hand-over': '移交跟进人',
    },
  }
}

/** The status path of a record: 挽留中, then 已流失 and 已召回, or 已撤销. */
function churnSteps(page: ChurnPage): DetailStep[] {
  const { status, detectedOn, confirmedOn, cancelledOn, wonBackOn } = page
  const name = (of: keyof typeof statusNames) => t(statusNames[of])
  const first: DetailStep = {
    label: name('retaining'),
    note: detectedOn,
    state: status === 'retaining' ? 'current' : 'done',
  }
  if (status === 'cancelled') {
    return [first, { label: name('cancelled'), note: cancelledOn, state: 'current' }]
  }
  const churned = { retaining: 'todo', churned: 'current', won_back: 'done' } as const
  return [
    first,
    { label: name('churned'), note: confirmedOn, state: churned[status] },
    { label: name('won_back'), note: wonBackOn, state: status === 'won_back' ? 'current' : 'todo' },
  ]
}

/** After the customer's last store stopped, asks the user whether the customer is lost too. */
function useLastStoreQuestion(): (after: ChurnPage) => void {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  return ({ subject, liveStoreCount, customerId, customerName, customerStatus }) => {
    if (subject !== 'store' || liveStoreCount > 0 || customerStatus === 'churned') return
    modal.confirm({
      title: t('{name}已没有在服务的店铺', { name: customerName }),
      content: t('这是该客户最后一家店铺。如果客户也要离开，请登记它的流失风险。'),
      okText: t('去登记'),
      cancelText: t('暂不'),
      onOk: () => void navigate(`/customer-management/${customerId}?tab=churn`),
    })
  }
}
