import * as z from 'zod'
import { AUDITED_KINDS } from '#access/kinds.ts'
import { endpoint, Id, IdText, many, page, paged, Version } from '#kit/contract.ts'

/** A change of one field: what stood there, what stands there since. Contacts are masked. */
export const AuditLog = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorName: z.string(),
  action: z.string(),
  /** The path of the write; null: by hand. */
  via: z.string().nullable(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})

export type AuditLog = z.output<typeof AuditLog>

/** The kinds of record whose log can be read; each asks its own permission and reach. */
export const AuditedEntity = z.enum(AUDITED_KINDS)

export type AuditedEntity = z.output<typeof AuditedEntity>

/** What the numbers in the changes are called: `names.ownerId['12']` is a person's name. */
const Names = z.record(z.string(), z.record(z.string(), z.string()))

/** What is wrong with a chain; `rules.ts` has a sentence for each. */
export const BreakReason = z.enum([
  'changed',
  'missing',
  'added',
  'order',
  'headMissing',
  'headChanged',
  'cut',
  'anchor',
])

export type BreakReason = z.output<typeof BreakReason>

/** How a company's chain was found. */
export const Verdict = z.object({
  companyCode: z.string(),
  /** How many lines hold, from the first on. */
  lines: z.int(),
  /** How many lines wait for their place, which they are given within a second of their commit. */
  unsealed: z.int(),
  /** The end of the chain, `number:hash`; with the company's code before it, it is an anchor to write down. */
  head: z.string().nullable(),
  /** The first line that does not hold; a line that has no place in the chain has no number. */
  broken: z.object({ seq: z.int().nullable(), reason: BreakReason }).nullable(),
})

export type Verdict = z.output<typeof Verdict>

/** A line that was written down outside the database: company, number, hash. */
const AnchorText = z.string().regex(/^\d{3}:\d{1,15}:[0-9a-f]{64}$/)

export const auditLogs = {
  list: endpoint('GET /api/audit-logs', {
    needs: 'signedIn',
    summary: '一条记录的操作日志，最新的在前',
    input: page({ entity: AuditedEntity, recordId: IdText }, ['id']),
    output: paged(AuditLog).extend({ names: Names }),
  }),
  verification: endpoint('GET /api/audit-logs/verification', {
    needs: 'canAdmin',
    summary: '逐行核对操作日志的哈希链，可带上在库外记下的链头',
    input: z.strictObject({ anchor: many(AnchorText) }),
    output: z.object({ items: z.array(Verdict) }),
  }),
}

export const restores = {
  restore: endpoint('POST /api/audit-logs/:id/restore', {
    needs: 'signedIn',
    summary: '把一行操作日志里某一项的原值写回记录，如同手工修改；带掩码的和随步骤变的不能恢复',
    input: z.strictObject({
      id: Id,
      field: z.string().min(1).max(40).meta({ title: '字段' }),
      version: Version,
    }),
    output: z.object({ id: z.int(), version: z.int() }),
  }),
}
