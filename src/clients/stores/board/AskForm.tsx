import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { stores } from '#clients/stores/contract.ts'
import { EndForm } from '#clients/stores/EndForm.tsx'
import { shiftNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { staff } from '#people/staff/contract.ts'
import type { Ask } from './asking.tsx'

interface Props {
  ask: Ask | null
  onClose: () => void
}

const AGENTS = { purpose: 'agent' }
const agent = { key: 'staffId', kind: 'picker', options: staff.options, query: AGENTS } as const
const share = { key: 'sharePercent', kind: 'number', min: 0, max: 100, suffix: '%' } as const

/** The dialogs of the board: assign, change, substitute and end. They call the same endpoints as other forms. */
export function AskForm({ ask, onClose }: Props) {
  const standing = ask && ask.kind !== 'assign' ? ask.assignment : null
  return (
    <>
      <Assigning ask={ask?.kind === 'assign' ? ask : null} onClose={onClose} />
      <Changing ask={ask?.kind === 'change' ? ask : null} onClose={onClose} />
      <Substituting ask={ask?.kind === 'substitute' ? ask : null} onClose={onClose} />
      <EndForm
        endpoint={storeAssignments.end}
        record={ask?.kind === 'end' ? standing : null}
        title={t('结束{name}的分配', { name: standing?.staffName ?? '' })}
        submitText={t('结束')}
        onClose={onClose}
      />
    </>
  )
}

function Assigning({ ask, onClose }: { ask: Extract<Ask, { kind: 'assign' }> | null; onClose: () => void }) {
  return (
    <FormModal
      open={ask !== null}
      onClose={onClose}
      title={t('分配客服')}
      endpoint={storeAssignments.create}
      defaults={{
        ...{ storeId: ask?.storeId, staffId: ask?.staffId, fromOn: ask?.on },
        ...{ duty: 'main', shift: ask?.shift ?? 'morning' },
      }}
      columns={2}
      fields={[
        { key: 'storeId', kind: 'picker', options: stores.options },
        agent,
        { key: 'duty', kind: 'select', options: choicesOf(dutyNames) },
        { key: 'shift', kind: 'select', options: choicesOf(shiftNames) },
        { key: 'fromOn', kind: 'day' },
        { key: 'toOn', kind: 'day', placeholder: t('不填表示一直有效') },
        { ...share, placeholder: t('默认 100，替班默认 0') },
      ]}
      doneText={t('已分配')}
    />
  )
}

type OnBar = Extract<Ask, { kind: 'change' | 'substitute' }>

function Changing({ ask, onClose }: { ask: OnBar | null; onClose: () => void }) {
  const standing = ask?.assignment
  return (
    <FormModal
      open={ask !== null}
      onClose={onClose}
      title={t('调整{name}在{store}的分配', {
        name: standing?.staffName ?? '',
        store: standing?.storeName ?? '',
      })}
      endpoint={storeAssignments.change}
      record={standing}
      act
      defaults={{ fromOn: ask?.on, ...(ask?.staffId && { staffId: ask.staffId }) }}
      columns={2}
      fields={[
        { key: 'fromOn', kind: 'day', standing: true, hint: t('这天起按新的，之前不变') },
        { ...agent, nameKey: 'staffName' },
        { key: 'duty', kind: 'select', options: choicesOf(dutyNames) },
        { key: 'shift', kind: 'select', options: choicesOf(shiftNames) },
        share,
      ]}
      doneText={t('已调整')}
    />
  )
}

function Substituting({ ask, onClose }: { ask: OnBar | null; onClose: () => void }) {
  const standing = ask?.assignment
  return (
    <FormModal
      open={ask !== null}
      onClose={onClose}
      title={t('给{name}安排替班', { name: standing?.staffName ?? '' })}
      endpoint={storeAssignments.create}
      fixed={{ storeId: standing?.storeId, shift: standing?.shift, duty: 'substitute' }}
      defaults={{ staffId: ask?.staffId, fromOn: ask?.on, toOn: ask?.on }}
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
