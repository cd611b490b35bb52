import { type Expression, sql } from 'kysely'
import { findHandledRecords } from '#clients/churn-records/queries.ts'
import { findOpenFollowUps } from '#clients/follow-ups/queries.ts'
import { findNicksOf, findOpenClaims } from '#clients/stores/nicks/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Level } from '#finance/reimbursement-bills/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { inClosedMonth } from '#people/books/queries.ts'
import type { HandoverItem } from './contract.ts'
import { toHandoverItem } from './handoverItem.ts'

/** All items of a person that are not over on a day, by kind. They must be handed over before the person leaves. */
export async function findHandover(db: Database, staffId: number, on: Day): Promise<HandoverItem[]> {
  const nicks = await findNicksOf(db, staffId, on)
  const claims = await findOpenClaims(db, staffId)
  const followUps = await findOpenFollowUps(db, staffId)
  const records = await findHandledRecords(db, staffId)
  return [
    ...(await findAssigned(db, staffId, on)),
    ...nicks.map((row) =>
      toHandoverItem(
        'nick',
        { id: row.id, name: row.storeName, recordId: row.storeId },
        { nick: row.nick, day: row.fromOn, until: row.toOn },
      ),
    ),
    ...claims.map(({ id, storeName: name, storeId: recordId, nick, fromOn: day }) =>
      toHandoverItem('nickClaim', { id, name, recordId }, { nick, day }),
    ),
    ...(await findOwned(db, staffId)),
    ...followUps.map((row) =>
      toHandoverItem(
        'followUp',
        { id: row.id, name: row.customerName, recordId: row.customerId },
        { day: row.dueOn, text: row.text },
      ),
    ),
    ...records.map((row) => toHandoverItem('churnRecord', row, { day: row.detectedOn })),
    ...(await findDuties(db, staffId, on)),
    ...(await findPreviews(db, staffId)),
  ]
}

async function findAssigned(db: Database, staffId: number, on: Day): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('storeAssignment as a')
    .innerJoin('store', 'store.id', 'a.storeId')
    .select(['a.id', 'store.name', 'a.storeId', 'a.shift', 'a.duty', 'a.fromOn', 'a.toOn'])
    .where('a.staffId', '=', staffId)
    .where((eb) => eb.or([eb('a.toOn', 'is', null), eb('a.toOn', '>=', on)]))
    .orderBy('store.namePinyin')
    .orderBy('a.id')
    .execute()
  return rows.map(({ id, name, storeId, shift, duty, fromOn, toOn }) =>
    toHandoverItem('assignment', { id, name, recordId: storeId }, { shift, duty, day: fromOn, until: toOn }),
  )
}

/** The customers owned, the stores led and the team members. */
async function findOwned(db: Database, staffId: number): Promise<HandoverItem[]> {
  const customers = await db
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('ownerId', '=', staffId)
    .where('mergedIntoId', 'is', null)
    .orderBy('namePinyin')
    .orderBy('id')
    .execute()
  const stores = await db
    .selectFrom('store')
    .select(['id', 'name'])
    .where('leaderId', '=', staffId)
    .where('status', '!=', 'stopped')
    .orderBy('namePinyin')
    .orderBy('id')
    .execute()
  const members = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('parentId', '=', staffId)
    .where('status', '!=', 'left')
    .orderBy('namePinyin')
    .orderBy('id')
    .execute()
  return [
    ...customers.map((row) => toHandoverItem('customer', row)),
    ...stores.map((row) => toHandoverItem('store', row)),
    ...members.map((row) => toHandoverItem('member', row)),
  ]
}

async function findPreviews(db: Database, staffId: number): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('importBatch')
    .select(['id', 'fileName as name', sql<Day>`(created_at at time zone 'Asia/Shanghai')::date`.as('day')])
    .where('createdBy', '=', staffId)
    .where('status', '=', 'preview')
    .orderBy('id')
    .execute()
  return rows.map(({ day, ...row }) => toHandoverItem('import', row, { day }))
}

/**
 * Locks the stores that a person serves, leads, has nicks at or claims nicks of. Assignments lock the store before the
 * person; a handover that locked the person first could deadlock with them.
 */
export async function lockStoresOf(db: Database, staffId: number): Promise<void> {
  await db
    .selectFrom('store')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('leaderId', '=', staffId),
        eb('id', 'in', eb.selectFrom('storeAssignment').select('storeId').where('staffId', '=', staffId)),
        eb('id', 'in', eb.selectFrom('agentAccount').select('storeId').where('staffId', '=', staffId)),
        eb('id', 'in', eb.selectFrom('nickClaim').select('storeId').where('staffId', '=', staffId)),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The fields of the person who takes over; share lock until the transaction ends. */
export async function findRecipient(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'role', 'companyCode', 'parentId', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** The active head of a store; undefined if there is none or it is the leaver. */
export async function findActiveLeader(
  db: Database,
  storeId: number,
  leaverId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('store')
    .innerJoin('staff as leader', 'leader.id', 'store.leaderId')
    .select('leader.id')
    .where('store.id', '=', storeId)
    .where('leader.status', '=', 'active')
    .where('leader.id', '!=', leaverId)
    .executeTakeFirst()
  return row?.id
}

const dayOf = (at: Expression<unknown>) => sql<Day>`(${at} at time zone 'Asia/Shanghai')::date`

/**
 * The open duties of a person: questions to answer, warnings in progress, team views, unsubmitted logs and claims,
 * claims that no other person could decide, stand-ins that are not over on a day, and unfinished imports and bulk
 * edits.
 */
export async function findDuties(db: Database, staffId: number, on: Day): Promise<HandoverItem[]> {
  return [
    ...(await findQuestions(db, staffId)),
    ...(await findWarnings(db, staffId)),
    ...(await findTeamViews(db, staffId)),
    ...(await findLogs(db, staffId)),
    ...(await findClaims(db, staffId)),
    ...(await findSoleReviewerClaims(db, staffId)).map(({ id, code, applicant }) =>
      toHandoverItem('decision', { id, name: code }, { text: applicant }),
    ),
    ...(await findStandIns(db, staffId, on)),
    ...(await findUnfinished(db, staffId)),
  ]
}

async function findQuestions(db: Database, staffId: number): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('figureQuestion as q')
    .leftJoin('store', 'store.id', 'q.storeId')
    .leftJoin('customer', 'customer.id', 'q.customerId')
    .leftJoin('staff as agent', 'agent.id', 'q.staffId')
    .select(['q.id', 'q.question', sql<string>`coalesce(store.name, customer.name, agent.name)`.as('name')])
    .select(dayOf(sql.ref('q.created_at')).as('day'))
    .where('q.ownerId', '=', staffId)
    .where('q.status', '=', 'open')
    .orderBy('q.id')
    .execute()
  return rows.map(({ question, day, ...row }) => toHandoverItem('question', row, { text: question, day }))
}

async function findWarnings(db: Database, staffId: number): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('warning')
    .innerJoin('customer', 'customer.id', 'warning.customerId')
    .select(['warning.id', 'customer.name', 'warning.kind', 'warning.weekOn'])
    .where('handlerId', '=', staffId)
    .where('warning.status', '=', 'handling')
    .orderBy('weekOn')
    .orderBy('warning.id')
    .execute()
  return rows.map(({ kind, weekOn, ...row }) => toHandoverItem('warning', row, { status: kind, day: weekOn }))
}

async function findTeamViews(db: Database, staffId: number): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('savedView')
    .select(['id', 'name', 'list'])
    .where('headId', '=', staffId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ list, ...row }) => toHandoverItem('view', row, { text: list }))
}

/** Unsubmitted logs of open months. Logs of closed months do not change and have no effect. */
async function findLogs(db: Database, staffId: number): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('worklog')
    .select(['id', 'onDay', 'shift', 'status'])
    .where('staffId', '=', staffId)
    .where('status', 'in', ['draft', 'returned'])
    .where(({ not }) => not(inClosedMonth('worklog.companyCode', sql.ref('worklog.onDay'))))
    .orderBy('onDay')
    .orderBy('id')
    .execute()
  return rows.map(({ id, onDay, shift, status }) =>
    toHandoverItem('worklog', { id, name: onDay }, { shift, status }),
  )
}

async function findClaims(db: Database, staffId: number): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('reimbursementBill')
    .select(['id', 'code as name', 'title as text', 'status'])
    .where('staffId', '=', staffId)
    .where('status', 'in', ['draft', 'returned'])
    .orderBy('id')
    .execute()
  return rows.map(({ text, status, ...row }) => toHandoverItem('claim', row, { text, status }))
}

/** A claim that only one person could decide, with the number of other reviewers once that person has left. */
export interface SoleReviewerClaim {
  id: number
  code: string
  companyCode: string
  applicant: string
  levels: Level[]
  /** The levels that have decided in this round. */
  decided: Level[]
  /** Numbers of active people, without the applicant and the leaver. */
  finance: number
  admin: number
  headquarters: number
}

/** Submitted claims at this person's level, if that level has no other active reviewer. */
export async function findSoleReviewerClaims(db: Database, staffId: number): Promise<SoleReviewerClaim[]> {
  const { rows } = await sql<SoleReviewerClaim>`
    select * from (
      select b.id, b.code, b.company_code as "companyCode", applicant.name as applicant, b.levels,
        array(select d.level from reimbursement_decision d where d.bill_id = b.id and d.round = b.round) as decided,
        case me.role when 4 then 'finance' when 1 then 'admin' end as level,
        others.finance, others.admin, others.headquarters
      from staff me join reimbursement_bill b on b.company_code = me.company_code and b.staff_id <> me.id
        join staff applicant on applicant.id = b.staff_id
        cross join lateral (select
          count(*) filter (where o.company_code = b.company_code and o.role = 4)::int as finance,
          count(*) filter (where o.company_code = b.company_code and o.role = 1)::int as admin,
          count(*) filter (where o.company_code = '001' and o.role = 1)::int as headquarters
          from staff o where o.status = 'active' and o.id <> me.id and o.id <> b.staff_id) others
      where me.id = ${staffId} and b.status = 'submitted') waiting
    where level = levels[1] and case level when 'finance' then finance else admin end = 0
    order by id`.execute(db)
  return rows
}

async function findStandIns(db: Database, staffId: number, on: Day): Promise<HandoverItem[]> {
  const rows = await db
    .selectFrom('reimbursementStandIn as s')
    .innerJoin('staff as absent', 'absent.id', 's.staffId')
    .innerJoin('staff as other', 'other.id', 's.standInId')
    .select([
      's.id',
      's.staffId',
      's.fromOn',
      's.toOn',
      'absent.name as absentName',
      'other.name as otherName',
    ])
    .where((eb) => eb.or([eb('s.staffId', '=', staffId), eb('s.standInId', '=', staffId)]))
    .where('s.toOn', '>=', on)
    .orderBy('s.fromOn')
    .orderBy('s.id')
    .execute()
  return rows.map(({ id, fromOn, toOn, ...row }) => {
    const isAbsent = row.staffId === staffId
    const name = isAbsent ? row.otherName : row.absentName
    const status = isAbsent ? 'absent' : 'standsIn'
    return toHandoverItem('standIn', { id, name, recordId: staffId }, { status, day: fromOn, until: toOn })
  })
}

async function findUnfinished(db: Database, staffId: number): Promise<HandoverItem[]> {
  const OPEN = ['checking', 'ready', 'running'] as const
  const edits = await db
    .selectFrom('bulkEdit')
    .select(['id', 'entity as name', dayOf(sql.ref('created_at')).as('day')])
    .where('createdBy', '=', staffId)
    .where('state', 'in', OPEN)
    .orderBy('id')
    .execute()
  const sheets = await db
    .selectFrom('recordImport')
    .select(['id', 'fileName as name', dayOf(sql.ref('created_at')).as('day')])
    .where('createdBy', '=', staffId)
    .where('state', 'in', OPEN)
    .orderBy('id')
    .execute()
  return [
    ...edits.map(({ day, ...row }) => toHandoverItem('bulkEdit', row, { day })),
    ...sheets.map(({ day, ...row }) => toHandoverItem('recordImport', row, { day })),
  ]
}
