import { Button } from 'antd'
import { useState } from 'react'
import { outcomeNames, outcomeTones } from '#clients/churn-records/rules.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { type ChurnPage, churnRecords, type RetentionAction } from './contract.ts'

/** The retention actions of a record, newest first, with a form to add more. */
export function RetentionActions({ page, writes }: { page: ChurnPage; writes: boolean }) {
  const [adding, setAdding] = useState(false)
  const [editedAction, setEditedAction] = useState<RetentionAction | null>(null)
  const mayAdd = writes && (page.status === 'retaining' || page.status === 'churned')
  const add = { label: t('记一条措施'), onClick: () => setAdding(true) }
  return (
    <Panel
      title={t('挽留措施')}
      hint={page.measures.length > 0 ? t('最新的在前') : undefined}
      actions={
        mayAdd && (
          <Button icon={<Icon name="plus" />} onClick={add.onClick}>
            {add.label}
          </Button>
        )
      }
    >
      {page.measures.length === 0 ? (
        <EmptyState compact text={t('还没有挽留措施')} hint={t('谁在哪天做了什么、结果如何，都记在这里。')} />
      ) : (
        <ul className="churn-measures">
          {page.measures.map((action) => (
            <Row
              key={action.id}
              action={action}
              onEditOutcome={mayAdd ? () => setEditedAction(action) : undefined}
            />
          ))}
        </ul>
      )}
      <AddForm open={adding} page={page} onClose={() => setAdding(false)} />
      <ResultForm page={page} action={editedAction} onClose={() => setEditedAction(null)} />
    </Panel>
  )
}

function Row({
  action,
  onEditOutcome,
}: {
  action: RetentionAction
  onEditOutcome: (() => void) | undefined
}) {
  const { onDay, what, staffName, outcome, result } = action
  const outcomeButton =
    outcome === 'open'
      ? { label: t('填写结果'), name: t('填写结果：{what}', { what }) }
      : { label: t('修改结果'), name: t('修改结果：{what}', { what }) }
  return (
    <li className="churn-measure">
      <time dateTime={onDay}>{onDay}</time>
      <div>
        {what}
        <small>{result ? `${staffName} · ${result}` : staffName}</small>
      </div>
      <div className="churn-measure-act">
        <StatusTag tone={outcomeTones[outcome]} label={t(outcomeNames[outcome])} />
        {onEditOutcome && (
          <Button type="link" size="small" onClick={onEditOutcome} aria-label={outcomeButton.name}>
            {outcomeButton.label}
          </Button>
        )}
      </div>
    </li>
  )
}

function AddForm({ open, page, onClose }: { open: boolean; page: ChurnPage; onClose: () => void }) {
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('记一条措施')}
      endpoint={churnRecords.addMeasure}
      fixed={{ id: page.id }}
      defaults={{ onDay: today(() => new Date()), outcome: 'open' }}
      fields={[
        { key: 'onDay', kind: 'day' },
        { key: 'what', placeholder: t('登门拜访、换主责客服、给出优惠等') },
        { key: 'outcome', kind: 'select', options: choicesOf(outcomeNames) },
        { key: 'result', kind: 'textarea', when: ({ outcome }) => outcome !== 'open' },
      ]}
      doneText={t('已记下')}
    />
  )
}

interface ResultProps {
  page: ChurnPage
  action: RetentionAction | null
  onClose: () => void
}

function ResultForm({ page, action, onClose }: ResultProps) {
  return (
    <FormModal
      open={action !== null}
      onClose={onClose}
      title={t('措施的结果')}
      endpoint={churnRecords.updateMeasure}
      fixed={{ id: page.id, measureId: action?.id }}
      defaults={{ outcome: action?.outcome, result: action?.result }}
      fields={[
        { key: 'outcome', kind: 'select', options: choicesOf(outcomeNames) },
        { key: 'result', kind: 'textarea' },
      ]}
    />
  )
}
