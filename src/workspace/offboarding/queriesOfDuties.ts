import type { Expression } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { HandoverItem } from './contract.ts'
import { toHandoverItem } from './handoverItem.ts'

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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('monthlyFinancial as m')
            .select('m.id')
            .whereRef('m.companyCode', '=', 'worklog.companyCode')
            .where(sql<boolean>`m.month_on = date_trunc('month', worklog.on_day)::date`)
            .where('m.status', '=', 'closed'),
        ),
      ),
    )
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
  levels: string[]
  /** The levels that have decided in this round. */
  decided: string[]
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
  const OPEN = ['checking', 'ready', 'running']
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
