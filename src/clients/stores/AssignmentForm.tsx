import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { storeAssignments } from './assignments/contract.ts'
import { dutyNames } from './assignments/rules.ts'
import type { Store } from './contract.ts'

interface Props {
  open: boolean
  store: Store
  /**
   * For agents, who may only hand their own shift to a team mate: as a substitute, without a share, until a given day.
   */
  handover: boolean
  onClose: () => void
}

/** Assigns an agent to a shift of the store. */
export function AssignmentForm({ open, store, handover, onClose }: Props) {
  const query = { purpose: 'agent', companyCode: store.companyCode }
  const first = today(() => new Date())
  const shifts = useShifts().choicesOn(first, store.companyCode)
  const usual = store.shifts.find((code) => shifts.some(({ value }) => value === code)) ?? shifts[0]?.value
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={handover ? t('安排替班') : t('分配客服到{name}', { name: store.name })}
      endpoint={storeAssignments.create}
      fixed={{ storeId: store.id, ...(handover && { duty: 'substitute' }) }}
      defaults={{ shift: usual, fromOn: first, ...(!handover && { duty: 'main' }) }}
      columns={2}
      fields={[
        { key: 'staffId', kind: 'picker', options: staffOptions, query, wide: true },
        !handover && { key: 'duty', kind: 'select', options: choicesOf(dutyNames) },
        { key: 'shift', kind: 'select', options: shifts },
        { key: 'fromOn', kind: 'day' },
        { key: 'toOn', kind: 'day', placeholder: handover ? t('替班的最后一天') : t('不填表示一直有效') },
        !handover && {
          key: 'sharePercent',
          kind: 'number',
          min: 0,
          max: 100,
          suffix: '%',
          placeholder: t('默认 100，替班默认 0'),
        },
      ]}
      doneText={handover ? t('已安排替班') : t('已分配')}
    />
  )
}
