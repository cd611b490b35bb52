import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { customerScope } from '#features/customers/queries.ts'
import { staffScope } from '#features/staff/queries.ts'
import { readableStores } from '#features/stores/queries.ts'
import type { Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import type { ExplainedEntity } from './contract.ts'
import { accessExplanations } from './contract.ts'
import type { RecordFacts } from './queries.ts'
import { findNames, getCustomerFacts, getPerson, getStaffFacts, getStoreFacts } from './queries.ts'
import { verdictsOn } from './rules.ts'

type Facts = (db: Database, actor: Actor, id: number, on: Day) => Promise<RecordFacts>

/** The record has to be within reach of whoever asks about it. */
const facts: Record<ExplainedEntity, Facts> = {
  staff: (db, actor, id) => getStaffFacts(db, staffScope(actor, 'canManageUser'), id),
  customer: (db, actor, id, on) => getCustomerFacts(db, customerScope(actor, 'canReadCustomer', on), id, on),
  store: (db, actor, id, on) => getStoreFacts(db, readableStores(actor, on), id, on),
}

/** Why somebody may, or may not. */
export const accessExplanationsServer = serve(accessExplanations, {
  get: async ({ db, actor, clock }, { entity, recordId, staffId }) => {
    const record = await facts[entity](db, actor, recordId, today(clock))
    const person = await getPerson(db, staffScope(actor, 'canAdmin'), staffId)
    const isActive = person.status === 'active' && person.companyStatus === 'active'
    const [ownerName = null] = await findNames(db, record.ownerId ? [record.ownerId] : [])
    return {
      role: person.role,
      parentId: person.parentId,
      verdicts: verdictsOn(entity, { ...person, isActive }, record),
      ownerName,
      headNames: await findNames(db, record.headIds),
      agentNames: await findNames(db, record.staffIds),
    }
  },
})
