import type { Actor } from '#access/can.ts'
import { assertReachesBill } from '#billing/customer-bills/queries.ts'
import { assertReachesRecord } from '#clients/retention/queries.ts'
import { customerScope, readableStores } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import { getClaim } from '#finance/reimbursement-bills/queries.ts'
import { type Day, today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { getLog } from '#operations/worklogs/queries.ts'
import { staffScope } from '#people/staff/queries.ts'
import { assertReachesWarning } from '#reporting/warnings/queries.ts'
import { accessExplanations, type ExplainedEntity } from './contract.ts'
import {
  findNames,
  getBillFacts,
  getChurnFacts,
  getCustomerFacts,
  getPerson,
  getStaffFacts,
  getStoreFacts,
  getWarnedCustomer,
} from './queries.ts'
import { type RecordFacts, verdictsOn } from './rules.ts'

type FactsLoader = (db: Database, actor: Actor, id: number, on: Day) => Promise<RecordFacts>

/** Loads the facts of a record; throws NOT_FOUND unless it is within the reach of the requesting user. */
const factsLoaders: Record<ExplainedEntity, FactsLoader> = {
  staff: (db, actor, id) => getStaffFacts(db, staffScope(actor, 'canManageUser'), id),
  customer: customerFacts,
  store: (db, actor, id, on) => getStoreFacts(db, readableStores(actor, on), id, on),
  churn: async (db, actor, id, on) => {
    await assertReachesRecord(db, actor, id, on)
    return getChurnFacts(db, id, on)
  },
  warning: async (db, actor, id, on) => {
    await assertReachesWarning(db, actor, id, on)
    return customerFacts(db, actor, await getWarnedCustomer(db, id), on)
  },
  worklog: async (db, actor, id) => {
    const { companyCode, staffId, headId } = await getLog(db, actor, id, 'canReportWorklog')
    return { companyCode, headIds: [headId ?? staffId], staffIds: [staffId], authorId: staffId }
  },
  'customer-bill': async (db, actor, id) => {
    await assertReachesBill(db, actor, id)
    return getBillFacts(db, id)
  },
  reimbursement: async (db, actor, id) => {
    const { companyCode, staffId } = await getClaim(db, actor, id)
    return { companyCode, staffIds: [staffId], authorId: staffId }
  },
}

async function customerFacts(db: Database, actor: Actor, id: number, on: Day) {
  return getCustomerFacts(db, customerScope(actor, 'canReadCustomer', on), id, on)
}

/** Explains why a person may or may not act on a record. */
export const accessExplanationsServer = serve(accessExplanations, {
  get: async ({ db, actor, clock }, { entity, recordId, staffId }) => {
    const record = await factsLoaders[entity](db, actor, recordId, today(clock))
    const person = await getPerson(db, staffScope(actor, 'canAdmin'), staffId)
    const isActive = person.status === 'active' && person.companyStatus === 'active'
    const [ownerName = null] = await findNames(db, record.ownerId ? [record.ownerId] : [])
    return {
      role: person.role,
      parentId: person.parentId,
      verdicts: verdictsOn(entity, { ...person, isActive }, record),
      ownerName,
      headNames: await findNames(db, record.headIds ?? []),
      agentNames: await findNames(db, record.staffIds ?? []),
    }
  },
})
