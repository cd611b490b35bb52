import * as z from 'zod'
import { Id, Version } from '#kit/contract.ts'
import type { RecordEditor, StandingRecord, Written } from '#kit/recordEditor.ts'
import { validated } from '#kit/validated.ts'
import { AssignmentInput, Duty } from './contract.ts'
import type { AssignmentRow } from './edit.ts'
import { addAssignment, assignable, correctAssignment, removeAssignment } from './edit.ts'
import { getAssignment } from './queries.ts'

const { toOn, sharePercent } = AssignmentInput.shape

/** The fields that can be corrected; the others identify an assignment. */
const AssignmentChanges = z.strictObject({
  ...{ id: Id, version: Version },
  ...{ duty: Duty.optional(), toOn, sharePercent },
})

/** Imports assignments. A row with the same store, agent, shift and first day corrects the existing assignment. */
export const assignmentEditor: RecordEditor = {
  entity: 'assignment',
  needs: 'canAssignStore',
  conflicts: {},
  changes: AssignmentChanges,
  bulk: [],
  find: async ({ db, actor, clock }, ids) => {
    const found: StandingRecord[] = []
    for (const id of ids) found.push(standing(await getAssignment(db, assignable(actor, clock), id)))
    return found
  },
  create: async (context, input, via) =>
    written(await addAssignment(context, validated(AssignmentInput, input), via)),
  update: async (context, changes, via) =>
    written(await correctAssignment(context, validated(AssignmentChanges, changes), via)),
  remove: removeAssignment,
}

const written = ({ id, version, storeName }: AssignmentRow): Written => ({ id, version, name: storeName })

function standing(row: AssignmentRow): StandingRecord {
  const { duty, toOn, sharePercent } = row
  const values = { duty, toOn, sharePercent }
  return { ...written(row), companyCode: row.companyCode, values }
}
