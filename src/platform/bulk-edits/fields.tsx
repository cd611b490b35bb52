import type { Actor } from '#access/can.ts'
import { hideRoleUpdate } from '#access/can.ts'
import { customers } from '#clients/customers/contract.ts'
import { sourceNames, typeNames } from '#clients/customers/rules.ts'
import { stores } from '#clients/stores/contract.ts'
import { seatNames, serviceTypeNames, shiftNames } from '#clients/stores/rules.ts'
import type { Endpoint } from '#kit/contract.ts'
import { shapeOf } from '#kit/shape.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import type { Field } from '#kit/ui/form/declare.tsx'
import { fieldText } from '#kit/ui/form/fieldText.tsx'
import { titleOf } from '#kit/validation.ts'
import { staff } from '#people/staff/contract.ts'
import type { BulkEdit, BulkEntity } from './contract.ts'

/** The endpoint that edits one such record: it knows what its fields are called. */
const editedBy: Record<BulkEntity, Endpoint> = {
  staff: staff.update,
  customer: customers.update,
  store: stores.update,
}

const replaced = () => t('会替换每条记录原有的内容')

const customerFields = (): Field[] => [
  { key: 'type', kind: 'select', options: choicesOf(typeNames) },
  { key: 'source', kind: 'select', options: choicesOf(sourceNames) },
  { key: 'contractStartOn', kind: 'day' },
  { key: 'contractEndOn', kind: 'day' },
  { key: 'tags', kind: 'tags', hint: replaced() },
  { key: 'remark', kind: 'textarea', hint: replaced() },
]

const storeFields = (): Field[] => [
  { key: 'leaderId', kind: 'picker', options: staff.options, query: { purpose: 'leader' } },
  { key: 'category' },
  { key: 'serviceTypes', kind: 'multi', options: choicesOf(serviceTypeNames), hint: replaced() },
  { key: 'serviceHours' },
  { key: 'shifts', kind: 'multi', options: choicesOf(shiftNames), hint: replaced() },
  { key: 'seat', kind: 'select', options: choicesOf(seatNames) },
  { key: 'trialOn', kind: 'day' },
  { key: 'onlineOn', kind: 'day' },
  { key: 'contractEndOn', kind: 'day' },
  { key: 'targetReplyRateBp', kind: 'percent' },
  { key: 'targetFirstResponseS', kind: 'number', min: 0, max: 86_400, suffix: t('秒') },
  { key: 'targetAverageResponseS', kind: 'number', min: 0, max: 86_400, suffix: t('秒') },
  { key: 'remark', kind: 'textarea', hint: replaced() },
]

const adminStaffFields = (): Field[] => [
  { key: 'parentId', kind: 'picker', options: staff.options, query: { purpose: 'parent' } },
  { key: 'baseSalaryCents', kind: 'money' },
  { key: 'seniorityPayCents', kind: 'money' },
  { key: 'commissionRateBp', kind: 'percent' },
  { key: 'payeeBank' },
]

/** The fields of a kind that this person may set for many records at once. */
export function bulkFieldsFor(user: Actor, entity: BulkEntity): Field[] {
  if (entity === 'customer') return customerFields()
  if (entity === 'store') return storeFields()
  const hired: Field = { key: 'hiredOn', kind: 'day' }
  return hideRoleUpdate(user) ? [hired] : [hired, ...adminStaffFields()]
}

/** What a field is called. */
export function labelOf(entity: BulkEntity, field: string): string {
  const schema = shapeOf(editedBy[entity].input)[field]
  return t((schema && titleOf(schema)) ?? field)
}

/** What an edit writes, in words: field → value. */
export function changesText(user: Actor, { entity, changes, names }: BulkEdit) {
  return Object.entries(changes).map(([key, value]) => ({
    label: labelOf(entity, key),
    value: valueText(bulkFieldsFor(user, entity), key, value, names),
  }))
}

/** A value of a field as a person reads it; a number of a record by its name. */
export function valueText(
  fields: readonly Field[],
  key: string,
  value: unknown,
  names: BulkEdit['names'] = {},
): string {
  const named = names[key]?.[String(value)]
  if (named) return named
  return fieldText(fields.find((field) => field.key === key) ?? { key }, value, {})
}
