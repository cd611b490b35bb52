import type { Database } from '#db/connect.ts'
import { type Clock, today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { staleError } from '#kit/version.ts'
import { retention } from './contract.ts'
import { findErasable, getRetention, putRetention } from './retentionQueries.ts'

async function readRetention(db: Database, companyCode: string, clock: Clock) {
  const due = await findErasable(db, today(clock), companyCode)
  return { ...(await getRetention(db, companyCode)), due: due.length }
}

/** Serves the retention of former staff's mobile and payee; `npm run staff:erase` applies it. */
export const retentionServer = serve(retention, {
  get: ({ db, actor, clock }) => readRetention(db, actor.companyCode, clock),

  set: async ({ db, actor, clock, record }, input) => {
    const { companyCode } = actor
    const before = await getRetention(db, companyCode)
    if (!(await putRetention(db, companyCode, input, { id: actor.id, at: clock() }))) {
      throw staleError(await readRetention(db, companyCode, clock))
    }
    const changes = { keptDays: [before.days, input.days] as [number, number] }
    record({ action: 'set-retention', entity: 'company', recordId: companyCode, changes })
    return readRetention(db, companyCode, clock)
  },
})
