import { useState } from 'react'
import { useParams } from 'react-router'
import { can } from '#access/can.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import type { Action, Maybe } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecentLog, RecordLog } from '#kit/ui/RecordLog.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { ChurnEdit } from './ChurnForm.tsx'
import { ChurnStatusTag } from './ChurnStatusTag.tsx'
import { subjectName } from './churnColumns.tsx'
import { recordFacts, recordFigures, subjectFacts } from './churnFacts.tsx'
import { churnLog } from './churnLog.tsx'
import { churnSteps } from './churnSteps.tsx'
import type { ChurnPage } from './contract.ts'
import { churnRecords } from './contract.ts'
import { RetentionActions } from './RetentionActions.tsx'
import { SnapshotPanel } from './SnapshotPanel.tsx'
import type { Step } from './StepForms.tsx'
import { StepForms } from './StepForms.tsx'
import { useLastStoreQuestion } from './useLastStoreQuestion.tsx'
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
