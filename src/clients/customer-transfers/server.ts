import type * as z from 'zod'
import { customerTransfers } from '#clients/customers/contract.ts'
import * as queries from '#clients/customers/queries.ts'
import { lockCustomers } from '#clients/customers/queries.ts'
import { auditLine, transferProblem } from '#clients/customers/rules.ts'
import { findOpenFollowUps, reassignFollowUps } from '#clients/follow-ups/queries.ts'
import { customerReach } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { AuditLine } from '#kit/audit.ts'
import { type Context, serve } from '#kit/serve.ts'

type Input = z.output<typeof customerTransfers.transfer.input>

/** Transfers each customer to another owner; returns a result per row, with the problem if it was skipped. */
async function transfer({ db, actor, clock, record }: Context, { ids, ownerId, reason }: Input) {
  const owner = await queries.findOwner(db, ownerId)
  const reach = customerReach(actor, 'canTransferCustomer', clock).customers
  const found = new Map((await lockCustomers(db, reach, ids)).map((row) => [row.id, row]))
  const results = [...new Set(ids)].map((id) => {
    const row = found.get(id)
    return { id, name: row?.name ?? null, problem: transferProblem(row, owner) }
  })
  const transferredIds = results.filter(({ problem }) => problem === null).map(({ id }) => id)
  const stamp = { actorId: actor.id, at: clock() }
  await queries.transferCustomers(db, { ids: transferredIds, ownerId, reason, ...stamp })
  for (const id of transferredIds) {
    const row = found.get(id)
    if (!row) continue
    for (const line of await reassignOpenFollowUps(db, row, { ownerId, ...stamp })) record(line)
    record(auditLine('transfer', row, { ownerId: [row.ownerId, ownerId], reason: [null, reason] }))
  }
  return { results }
}

/** Reassigns the former owner's open follow-ups of the customer, which is no longer within that person's reach. */
async function reassignOpenFollowUps(
  db: Database,
  { id, ownerId: former }: { id: number; ownerId: number },
  { ownerId, ...stamp }: { ownerId: number; actorId: number; at: Date },
): Promise<AuditLine[]> {
  const open = await findOpenFollowUps(db, former, [id])
  const ids = open.map((row) => row.id)
  const reassigned = await reassignFollowUps(db, ids, { assigneeId: ownerId }, stamp)
  return reassigned.map((row) => ({
    action: 'update',
    entity: 'follow-up',
    recordId: row.id,
    companyCode: row.companyCode,
    changes: { assigneeId: [former, ownerId] },
  }))
}

export const customerTransfersServer = serve(customerTransfers, { transfer })
