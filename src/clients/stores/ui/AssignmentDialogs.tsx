import { type Assignment, storeAssignments } from '#clients/stores/assignments/contract.ts'
import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { EndForm } from '#clients/stores/EndForm.tsx'
import { storeOptions } from '#clients/stores/options/contract.ts'
import { type Day, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'

type Shift = Assignment['shift']

/**
 * A form about who serves a store, with its initial values. `substitute` with an assignment takes its person's place in
 * `shift`; without one nobody is assigned.
 */
export type AssignmentDialog =
  | { kind: 'assign'; storeId?: number; staffId?: number; shift?: Shift; on: Day }
  | { kind: 'change'; assignment: Assignment; on: Day }
  | { kind: 'substitute'; assignment: Assignment; shift: Shift; staffId?: number; on: Day; toOn?: Day }
  | { kind: 'end'; assignment: Assignment }

export interface AssignmentDialogsProps {
  dialog: AssignmentDialog | null
  onClose: () => void
}

const AGENTS = { purpose: 'agent' }
const agent = { key: 'staffId', kind: 'picker', options: staffOptions, query: AGENTS } as const
const share = { key: 'sharePercent', kind: 'number', min: 0, max: 100, suffix: '%' } as const

/** The forms of assignments: assign, change, substitute and end. They call the same endpoints as other forms. */
export function AssignmentDialogs({ dialog, onClose }: AssignmentDialogsProps) {
  const assignment = dialog && dialog.kind !== 'assign' ? dialog.assignment : null
  return (
    <>
      <Assigning dialog={dialog?.kind === 'assign' ? dialog : null} onClose={onClose} />
      <Changing dialog={dialog?.kind === 'change' ? dialog : null} onClose={onClose} />
      <Substituting dialog={dialog?.kind === 'substitute' ? dialog : null} onClose={onClose} />
      <EndForm
        endpoint={storeAssignments.end}
        record={dialog?.kind === 'end' ? assignment : null}
        title={t('结束{name}的分配', { name: assignment?.staffName ?? '' })}
        submitText={t('结束')}
        onClose={onClose}
      />
    </>
  )
}

function Assigning({
  dialog,
  onClose,
}: {
  dialog: Extract<AssignmentDialog, { kind: 'assign' }> | null
  onClose: () => void
}) {
  const shifts = useShifts().choicesOn(dialog?.on ?? today(() => new Date()))
  return (
    <FormModal
      open={dialog !== null}
      onClose={onClose}
      title={t('分配客服')}
      endpoint={storeAssignments.create}
      defaults={{
        storeId: dialog?.storeId,
        staffId: dialog?.staffId,
        fromOn: dialog?.on,
        duty: 'main',
        shift: dialog?.shift ?? shifts[0]?.value,
      }}
      columns={2}
      fields={[
        { key: 'storeId', kind: 'picker', options: storeOptions },
        agent,
        { key: 'duty', kind: 'select', options: choicesOf(dutyNames) },
        { key: 'shift', kind: 'select', options: shifts },
        { key: 'fromOn', kind: 'day' },
        { key: 'toOn', kind: 'day', placeholder: t('不填表示一直有效') },
        { ...share, placeholder: t('默认 100，替班默认 0') },
      ]}
      doneText={t('已分配')}
    />
  )
}

type ChangeDialog = Extract<AssignmentDialog, { kind: 'change' }>

function Changing({ dialog, onClose }: { dialog: ChangeDialog | null; onClose: () => void }) {
  const assignment = dialog?.assignment
  const shifts = useShifts().choicesOn(dialog?.on ?? today(() => new Date()))
  return (
    <FormModal
      open={dialog !== null}
      onClose={onClose}
      title={t('调整{name}在{store}的分配', {
        name: assignment?.staffName ?? '',
        store: assignment?.storeName ?? '',
      })}
      endpoint={storeAssignments.change}
      record={assignment}
      isAction
      defaults={{ fromOn: dialog?.on }}
      columns={2}
      fields={[
        { key: 'fromOn', kind: 'day', notClearable: true, hint: t('这天起按新的，之前不变') },
        { ...agent, nameKey: 'staffName' },
        { key: 'duty', kind: 'select', options: choicesOf(dutyNames) },
        { key: 'shift', kind: 'select', options: shifts },
        share,
      ]}
      doneText={t('已调整')}
    />
  )
}

type SubstituteDialog = Extract<AssignmentDialog, { kind: 'substitute' }>

function Substituting({ dialog, onClose }: { dialog: SubstituteDialog | null; onClose: () => void }) {
  const assignment = dialog?.assignment
  return (
    <FormModal
      open={dialog !== null}
      onClose={onClose}
      title={t('给{name}安排替班', { name: assignment?.staffName ?? '' })}
      endpoint={storeAssignments.create}
      fixed={{
        storeId: assignment?.storeId,
        shift: dialog?.shift,
        duty: 'substitute',
        insteadOf: assignment?.staffId,
      }}
      defaults={{ staffId: dialog?.staffId, fromOn: dialog?.on, toOn: dialog?.toOn ?? dialog?.on }}
      columns={2}
      fields={[
        { ...agent, wide: true, label: t('替班的人') },
        { key: 'fromOn', kind: 'day' },
        { key: 'toOn', kind: 'day', placeholder: t('替班的最后一天') },
      ]}
      doneText={t('已安排替班')}
    />
  )
}
