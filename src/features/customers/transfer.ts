import type * as z from 'zod'
import type { Context } from '#kit/serve.ts'
import type { customerSteps } from './contract.ts'
import { auditLine, reachOf } from './present.ts'
import * as queries from './queries.ts'
import { transferProblem } from './rules.ts'

type Input = z.output<typeof customerSteps.transfer.input>

/** Gives each of the customers to another owner, and tells row by row what stood in the way. */
export async function transfer({ db, actor, clock, record }: Context, { ids, ownerId, reason }: Input) {
  const owner = await queries.findOwner(db, ownerId)
  const reach = reachOf(actor, 'canTransferCustomer', clock).customers
  const found = new Map((await queries.lockCustomers(db, reach, ids)).map((row) => [row.id, row]))
  const results = [...new Set(ids)].map((id) => {
    const row = found.get(id)
    return { id, name: row?.name ?? null, problem: transferProblem(row, owner) }
  })
  const given = results.filter(({ problem }) => problem === null).map(({ id }) => id)
  await queries.transferCustomers(db, { ids: given, ownerId, reason, actorId: actor.id, at: clock() })
  for (const id of given) {
    const row = found.get(id)
    if (!row) continue
    record(auditLine('transfer', row, { ownerId: [row.ownerId, ownerId], reason: [null, reason] }))
  }
  return { results }
}
