import * as z from 'zod'
import { endpoint, page, paged } from '#kit/contract.ts'

/** A change of one field: what stood there, what stands there since. Contacts are masked. */
export const AuditLog = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorName: z.string(),
  action: z.string(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})

export type AuditLog = z.output<typeof AuditLog>

/** The kinds of record whose log can be read; each asks its own permission and reach. */
export const AuditedEntity = z.enum(['staff', 'customer', 'store'])

export type AuditedEntity = z.output<typeof AuditedEntity>

/** What the numbers in the changes are called: `names.ownerId['12']` is a person's name. */
const Names = z.record(z.string(), z.record(z.string(), z.string()))

export const auditLogs = {
  list: endpoint('GET /api/audit-logs', {
    needs: 'signedIn',
    summary: '一条记录的操作日志，最新的在前',
    input: page({ entity: AuditedEntity, recordId: z.string().regex(/^\d{1,15}$/) }, ['id']),
    output: paged(AuditLog).extend({ names: Names }),
  }),
}
