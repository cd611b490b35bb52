import type { Permission } from '#access/permissions.ts'
import { type Changes, isCut } from '#kit/audit.ts'
import type { Endpoint } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { isMaskedField, masked } from '#kit/masks.ts'
import { shapeOf } from '#kit/shape.ts'
import { type BreakReason, restores } from './contract.ts'

/** Pay fields, which role 2 never receives. */
const PAY = new Set([
  'baseSalaryCents',
  'seniorityPayCents',
  'seniorityPerYearCents',
  'seniorityCapCents',
  'commissionRateBp',
  'kpiBaseCents',
  'payFrom',
  'payReason',
  'payeeBank',
  'payeeCard',
])

/**
 * The changes of a log line as a user may see them: contacts masked (older lines contain them unmasked), pay omitted
 * unless `seesPay`.
 */
export function visibleChanges(changes: Changes, seesPay: boolean): Changes {
  const visible: Changes = {}
  for (const [field, [before, after]] of Object.entries(changes)) {
    if (PAY.has(field) && !seesPay) continue
    visible[field] = [masked(field, before), masked(field, after)]
  }
  return visible
}

const BREAKS: Record<BreakReason, string> = {
  changed: '这一行的内容与写入时不同',
  missing: '缺少这一行',
  added: '有一行不是由本系统写入的',
  order: '这一行与前一行的次序被调换',
  headMissing: '链头不见了',
  headChanged: '链头被改动',
  cut: '从这一行起，末尾被删去',
  anchor: '这一行与库外记下的链头不符：日志被整体重写',
}

/** The Chinese message for a broken chain. */
export function breakSentence(reason: BreakReason): string {
  return BREAKS[reason]
}

/** The table to which the ids in a field refer. */
const REFERENCED_TABLES = {
  ownerId: 'staff',
  leaderId: 'staff',
  parentId: 'staff',
  staffId: 'staff',
  handlerId: 'staff',
  forId: 'staff',
  assigneeId: 'staff',
  mentionIds: 'staff',
  customerId: 'customer',
  mergedIntoId: 'customer',
  storeId: 'store',
} as const

export type ReferenceField = keyof typeof REFERENCED_TABLES
export type ReferencedTable = (typeof REFERENCED_TABLES)[ReferenceField]

/** The table to which a field's ids refer. */
export function tableOf(field: ReferenceField): ReferencedTable {
  return REFERENCED_TABLES[field]
}

/** The ids of other records in the changes, by field. */
export function referencedIds(lines: readonly Changes[]): Map<ReferenceField, number[]> {
  const numbers = new Map<ReferenceField, number[]>()
  for (const field of Object.keys(REFERENCED_TABLES) as ReferenceField[]) {
    const found = lines
      .flatMap((changes) => changes[field] ?? [])
      .flat()
      .filter((value) => typeof value === 'number')
    if (found.length > 0) numbers.set(field, [...new Set(found)])
  }
  return numbers
}

/** Actions whose lines have old values: a created record had none, and a reveal changes nothing. */
const CHANGING = /^(?!create$|reveal$)/

/** Whether a field's older value in a log line can be restored; a masked value cannot, since the log lacks it. */
export function isRestorable(action: string, field: string, isEditable: boolean): boolean {
  return CHANGING.test(action) && isEditable && !isMaskedField(field)
}

/** Throws WRONG_STATE unless the line has an older value of the field that an edit may write. */
export function assertRestorable(
  action: string,
  field: string,
  change: Changes[string] | undefined,
  isEditable: boolean,
): asserts change is Changes[string] {
  if (change && !isCut(change[0]) && isRestorable(action, field, isEditable)) return
  throw new AppError(
    'WRONG_STATE',
    '这一项不能从日志恢复：它带掩码、太长而没有全部留存、随步骤变化，或不在这一行里。',
  )
}

/** The restore option of a record's log: available to users who may call the record's edit endpoint. */
export function restoreOption(edit: Endpoint<Permission>, version: number) {
  const fields = shapeOf(edit.input)
  const isRestorableHere = (action: string, field: string) =>
    isRestorable(action, field, field !== 'id' && field !== 'version' && Object.hasOwn(fields, field))
  return { endpoint: restores.restore, needs: edit.needs, version, isRestorable: isRestorableHere }
}
