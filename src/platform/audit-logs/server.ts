import { can, seesPay } from '#access/can.ts'
import type { AuditedKind } from '#access/kinds.ts'
import type { Changes } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import type { RecordKind } from '#kit/recordKind.ts'
import { serve } from '#kit/serve.ts'
import { limitConcurrency } from '#kit/workQueue.ts'
import { auditLogs, type Verdict } from './contract.ts'
import { findAuditLogs, findNames, findVerifiable, verifyChain } from './queries.ts'
import { referencedIds, visibleChanges } from './rules.ts'
import { readAnchor } from './verify.ts'

// Verification reads the whole log, so only one runs at a time.
const limitVerification = limitConcurrency(1, 2, '正在核对操作日志，请稍后再试。')

/** Serves the log of the given record kinds and its verification. */
export const auditLogsServer = (kinds: Record<AuditedKind, RecordKind>) =>
  serve(auditLogs, {
    list: async ({ db, actor, clock }, query) => {
      const { needs, assertReads } = kinds[query.entity]
      if (!can(actor, needs)) {
        throw new AppError('FORBIDDEN', '您没有这项操作的权限。如需使用，请联系管理员。')
      }
      await assertReads(db, actor, Number(query.recordId), today(clock))
      const { items, total } = await findAuditLogs(db, query)
      const lines = items.map((line) => ({
        ...line,
        at: line.at.toISOString(),
        changes: visibleChanges(line.changes as unknown as Changes, seesPay(actor)),
      }))
      const names = await findNames(db, referencedIds(lines.map((line) => line.changes)))
      return { items: lines, total, names }
    },

    verification: ({ db, actor, keyFor }, { anchor = [] }) =>
      limitVerification(async () => {
        const items: Verdict[] = []
        for (const companyCode of await findVerifiable(db, actor)) {
          items.push(await verifyChain(db, keyFor('audit'), companyCode, anchor.map(readAnchor)))
        }
        return { items }
      }),
  })
