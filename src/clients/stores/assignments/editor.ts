import * as z from 'zod'
import { Id, Version } from '#kit/contract.ts'
import type { CurrentRecord, RecordEditor, WrittenRecord } from '#kit/recordEditor.ts'
import { validate } from '#kit/validate.ts'
import { AssignmentInput, Duty } from './contract.ts'
import { type AssignmentRow, addAssignment, assignable, correctAssignment, removeAssignment } from './edit.ts'
import { getAssignment } from './queries.ts'

const { toOn, sharePercent } = AssignmentInput.shape

/** The fields that can be corrected; the others identify an assignment. */
const AssignmentChanges = z.strictObject({
  id: Id,
  version: Version,
  duty: Duty.optional(),
  toOn,
  sharePercent,
})

/** Imports assignments. A row with the same store, agent, shift and first day corrects the existing assignment. */
export const assignmentEditor: RecordEditor = {
  entity: 'assignment',
  needs: 'canAssignStore',
  conflicts: {},
  changes: AssignmentChanges,
  bulk: [],
  find: async ({ db, actor, clock }, ids) => {
    const found: CurrentRecord[] = []
    for (const id of ids) found.push(toCurrentRecord(await getAssignment(db, assignable(actor, clock), id)))
    return found
  },
  create: async (context, input, via) =>
    toWritten(await addAssignment(context, validate(AssignmentInput, input), via)),
  update: async (context, changes, via) =>
    toWritten(await correctAssignment(context, validate(AssignmentChanges, changes), via)),
  remove: removeAssignment,
}

const toWritten = ({ id, version, storeName }: AssignmentRow): WrittenRecord => ({
  id,
  version,
  name: storeName,
})

function toCurrentRecord(row: AssignmentRow): CurrentRecord {
  const { duty, toOn, sharePercent } = row
  const values = { duty, toOn, sharePercent }
  return { ...toWritten(row), companyCode: row.companyCode, values }
}
