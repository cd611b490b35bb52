import type { Database } from '#db/connect.ts'
import type { Changes } from '#kit/audit.ts'
import type { TrailLine } from './trail.ts'

/** Audit lines of the bulk edit and of the newest import. */
export async function bulkLines(db: Database): Promise<TrailLine[]> {
  const edited = await db
    .selectFrom('bulkEditRow')
    .innerJoin('bulkEdit', 'bulkEdit.id', 'bulkEditRow.bulkEditId')
    .innerJoin('staff', 'staff.id', 'bulkEdit.createdBy')
    .select(['bulkEdit.companyCode', 'entity', 'staff.id as actorId', 'staff.name as actorName'])
    .select(['runAt', 'recordId', 'bulkEditRow.before', 'changes as after'])
    .where('bulkEditRow.state', '=', 'done')
    .execute()
  const imported = await db
    .selectFrom('recordImportRow')
    .innerJoin('recordImport', 'recordImport.id', 'recordImportRow.recordImportId')
    .innerJoin('staff', 'staff.id', 'recordImport.createdBy')
    .innerJoin('customer', 'customer.id', 'recordImportRow.recordId')
    .select(['recordImport.companyCode', 'entity', 'staff.id as actorId', 'staff.name as actorName'])
    .select(['runAt', 'recordId', 'recordImportRow.before'])
    .select(({ fn }) => fn.toJson('customer').as('after'))
    .where('recordImportRow.before', 'is not', null)
    .execute()
  return [...edited.map((row) => lineOf(row, 'bulk')), ...imported.map((row) => lineOf(row, 'import'))]
}

interface Written {
  companyCode: string
  entity: string
  actorId: number
  actorName: string
  runAt: Date | null
  recordId: number | null
  before: unknown
  after: unknown
}

function lineOf({ runAt, recordId, before, after, ...about }: Written, via: 'bulk' | 'import'): TrailLine {
  const now = after as Record<string, unknown>
  const changes = Object.entries(before as object).map(([field, was]) => [field, [was, now[field]]])
  return {
    ...about,
    via,
    action: 'update',
    at: runAt ?? new Date(0),
    recordId: String(recordId),
    changes: Object.fromEntries(changes) as Changes,
  }
}
