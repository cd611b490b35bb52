import * as z from 'zod'
import { EXPLAINED_KINDS } from '#access/kinds.ts'
import { endpoint, Id } from '#kit/contract.ts'

export const ExplainedEntity = z.enum(EXPLAINED_KINDS)

export type ExplainedEntity = z.output<typeof ExplainedEntity>

export const RecordAction = z.enum(['read', 'update', 'transfer', 'assign', 'handle', 'review'])

export type RecordAction = z.output<typeof RecordAction>

/** The deciding fact; `notActive`, `stopped` and `selfReview` are checked before any reach. */
export const DecidingFact = z.enum([
  'notActive',
  'noPermission',
  'stopped',
  'selfReview',
  'everything',
  'otherCompany',
  'company',
  'team',
  'notTeam',
  'owner',
  'assigned',
  'notOwn',
])

export type DecidingFact = z.output<typeof DecidingFact>

const Verdict = z.object({
  act: RecordAction,
  permission: z.string(),
  allowed: z.boolean(),
  reach: z.enum(['all', 'company', 'team', 'own']).nullable(),
  because: DecidingFact,
})

export type Verdict = z.output<typeof Verdict>

export const accessExplanations = {
  get: endpoint('GET /api/access-explanations', {
    needs: 'canAdmin',
    summary: '某位员工能否查看、修改、移交、分配、处理、审核一条记录，由哪项权限、哪个范围和哪个事实决定',
    input: z.strictObject({ entity: ExplainedEntity, recordId: Id, staffId: Id }),
    output: z.object({
      /** The person's role and head, which determine the column in the permission table. */
      role: z.int(),
      parentId: z.int().nullable(),
      verdicts: z.array(Verdict),
      /** The names of the people whose own or team reach includes the record. */
      ownerName: z.string().nullable(),
      headNames: z.array(z.string()),
      agentNames: z.array(z.string()),
    }),
  }),
}
