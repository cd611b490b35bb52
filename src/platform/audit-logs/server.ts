import type { Actor } from '#access/can.ts'
import { can, seesPay } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { assertReachesBill } from '#billing/customer-bills/queries.ts'
import { getNote } from '#clients/customer-notes/queries.ts'
import { getCustomer } from '#clients/customers/queries.ts'
import { getFollowUp } from '#clients/follow-ups/queries.ts'
import { assertReachesRecord } from '#clients/retention/queries.ts'
import { customerScope, readableStores } from '#clients/scopes.ts'
import { getStore } from '#clients/stores/queries.ts'
import type { Database } from '#db/connect.ts'
import { getClaim } from '#finance/reimbursement-bills/queries.ts'
import type { Changes } from '#kit/audit.ts'
import type { Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { serve } from '#kit/serve.ts'
import { turns } from '#kit/turns.ts'
import { assertReachesRoster } from '#operations/rosters/queries.ts'
import { getLog } from '#operations/worklogs/queries.ts'
import { getStaff, staffScope } from '#people/staff/queries.ts'
import { assertReachesWarning } from '#reporting/warnings/queries.ts'
import type { AuditedEntity, Verdict } from './contract.ts'
import { auditLogs } from './contract.ts'
import { findAuditLogs, findNames, findVerifiable } from './queries.ts'
import { verifyChain } from './queriesOfChain.ts'
import { numbersIn, visibleChanges } from './rules.ts'
import { readAnchor } from './verify.ts'

interface Entity {
  needs: Permission
  /** Throws NOT_FOUND unless the person reaches the record. */
  reach: (db: Database, actor: Actor, id: number, on: Day) => Promise<unknown>
}

/** Whoever may read a record may read its log. */
const entities: Record<AuditedEntity, Entity> = {
  staff: {
    needs: 'canManageUser',
    reach: (db, actor, id, on) => getStaff(db, staffScope(actor, 'canManageUser'), id, on),
  },
  customer: {
    needs: 'canReadCustomer',
    reach: (db, actor, id, on) => {
      const customers = customerScope(actor, 'canReadCustomer', on)
      return getCustomer(db, { customers, stores: readableStores(actor, on) }, id)
    },
  },
  store: {
    needs: 'canReadStore',
    reach: (db, actor, id, on) => getStore(db, readableStores(actor, on), id, on),
  },
  churn: { needs: 'canReadCustomer', reach: assertReachesRecord },
  worklog: {
    needs: 'canReportWorklog',
    reach: (db, actor, id) => getLog(db, actor, id, 'canReportWorklog'),
  },
  reimbursement: {
    needs: 'canReportReimbursementBill',
    reach: (db, actor, id) => getClaim(db, actor, id),
  },
  // A line a week, kept under the person whose week it is.
  roster: { needs: 'canReportWorklog', reach: assertReachesRoster },
  'customer-bill': { needs: 'canChargeCustomer', reach: assertReachesBill },
  warning: { needs: 'canWarningCustomer', reach: assertReachesWarning },
  'follow-up': {
    needs: 'canReadCustomer',
    reach: (db, actor, id, on) => getFollowUp(db, customerScope(actor, 'canReadCustomer', on), id),
  },
  'customer-note': {
    needs: 'canReadCustomer',
    reach: (db, actor, id, on) => getNote(db, customerScope(actor, 'canReadCustomer', on), id),
  },
}

// It reads every line of the log.
const inTurn = turns(1, 2, '正在核对操作日志，请稍后再试。')

export const auditLogsServer = serve(auditLogs, {
  list: async ({ db, actor, clock }, query) => {
    const { needs, reach } = entities[query.entity]
    if (!can(actor, needs)) {
      throw new AppError('FORBIDDEN', '您没有这项操作的权限。如需使用，请联系管理员。')
    }
    await reach(db, actor, Number(query.recordId), today(clock))
    const { items, total } = await findAuditLogs(db, query)
    const lines = items.map((line) => ({
      ...line,
      at: line.at.toISOString(),
      changes: visibleChanges(line.changes as unknown as Changes, seesPay(actor)),
    }))
    const names = await findNames(db, numbersIn(lines.map((line) => line.changes)))
    return { items: lines, total, names }
  },

  verification: ({ db, actor, keyFor }, { anchor = [] }) =>
    inTurn(async () => {
      const items: Verdict[] = []
      for (const companyCode of await findVerifiable(db, actor)) {
        items.push(await verifyChain(db, keyFor('audit'), companyCode, anchor.map(readAnchor)))
      }
      return { items }
    }),
})
