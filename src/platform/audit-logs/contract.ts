import * as z from 'zod'
import { AUDITED_KINDS } from '#access/kinds.ts'
import { endpoint, Id, IdText, many, page, paged, Version } from '#kit/contract.ts'

/** A log line. `changes` maps a field to its old and new value; contacts are masked. */
export const AuditLog = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorName: z.string(),
  action: z.string(),
  /** The write path; null for a form. */
  via: z.string().nullable(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})

export type AuditLog = z.output<typeof AuditLog>

/** The record kinds whose log can be read; each requires its own permission and reach. */
export const AuditedEntity = z.enum(AUDITED_KINDS)

export type AuditedEntity = z.output<typeof AuditedEntity>

/** Names for the ids in the changes: `names.ownerId['12']` is a person's name. */
const Names = z.record(z.string(), z.record(z.string(), z.string()))

/** The reasons why a chain is broken; `rules.ts` has a message for each. */
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

/** The result of verifying a company's chain. */
export const Verdict = z.object({
  companyCode: z.string(),
  /** The number of valid lines from the start. */
  lines: z.int(),
  /** The number of lines without a position; lines are sealed within a second of their commit. */
  unsealed: z.int(),
  /** The end of the chain, `seq:hash`. Prefixed with the company's code it is an anchor to store elsewhere. */
  head: z.string().nullable(),
  /** The first invalid line; `seq` is null for a line that has no position in the chain. */
  broken: z.object({ seq: z.int().nullable(), reason: BreakReason }).nullable(),
})

export type Verdict = z.output<typeof Verdict>

/** An anchor stored outside the database: company, `seq`, hash. */
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
    isHeavy: true,
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
