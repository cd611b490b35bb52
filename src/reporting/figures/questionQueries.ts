import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { FigureQuestion } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import { nextVersion } from '#kit/version.ts'
import type { QuestionedFigure, QuestionStatus } from './contractQuestions.ts'
import { answerScope } from './queries.ts'

/** The questions that the user may answer or has asked. */
export function questionScope(actor: Actor): Expression<SqlBool> {
  return sql<SqlBool>`(figure_question.created_by = ${actor.id} or ${answerScope(actor)})`
}

function selectQuestions(db: Database, actor: Actor) {
  return db
    .selectFrom('figureQuestion')
    .leftJoin('store', 'store.id', 'figureQuestion.storeId')
    .leftJoin('customer', 'customer.id', 'figureQuestion.customerId')
    .leftJoin('staff as agent', 'agent.id', 'figureQuestion.staffId')
    .leftJoin('staff as owner', 'owner.id', 'figureQuestion.ownerId')
    .leftJoin('staffName as answerer', 'answerer.id', 'figureQuestion.answeredBy')
    .innerJoin('staffName as asker', 'asker.id', 'figureQuestion.createdBy')
    .leftJoin('importBatch', 'importBatch.id', 'figureQuestion.batchId')
    .selectAll('figureQuestion')
    .select([
      sql<string>`coalesce(store.name, customer.name, agent.name)`.as('subjectName'),
      'owner.name as ownerName',
      'answerer.name as answeredByName',
      'asker.name as createdByName',
      'importBatch.fileName as batchName',
      sql<boolean>`figure_question.status = 'open' and ${answerScope(actor)}`.as('mayAnswer'),
    ])
}

export interface QuestionFilter extends PageInput {
  status?: QuestionStatus[] | undefined
  toAnswer?: 'true' | undefined
  id?: number[] | undefined
}

/** A page of the questions that the user asked or may answer, with the count per status. */
export async function findQuestions(db: Database, actor: Actor, filter: QuestionFilter) {
  const reach = filter.toAnswer ? answerScope(actor) : questionScope(actor)
  let query = selectQuestions(db, actor).where(reach)
  if (filter.id) query = query.where('figureQuestion.id', 'in', filter.id)
  const counts = await query
    .clearSelect()
    .select(['figureQuestion.status', sql<number>`count(*)`.as('count')])
    .groupBy('figureQuestion.status')
    .execute()
  if (filter.status) query = query.where('figureQuestion.status', 'in', filter.status)
  const id = 'figureQuestion.id'
  const items = await pageItems(query, filter, { columns: { id }, fallback: '-id', tieBreaker: id })
  return { items, ...sizesOf(counts, filter.status) }
}

/** A question that the user asked or may answer; throws NOT_FOUND. */
export async function getQuestion(db: Database, actor: Actor, id: number) {
  const row = await selectQuestions(db, actor)
    .where('figureQuestion.id', '=', id)
    .where(questionScope(actor))
    .executeTakeFirst()
  if (!row) throw notFound('这个疑问')
  return row
}

/** Locks a question that the user may answer; throws NOT_FOUND. */
export async function lockQuestion(db: Database, actor: Actor, id: number) {
  const row = await db
    .selectFrom('figureQuestion')
    .selectAll()
    .where('id', '=', id)
    .where(answerScope(actor))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这个疑问')
  return row
}

/** Inserts a question and returns its id. */
export async function insertQuestion(db: Database, row: Insertable<FigureQuestion>): Promise<number> {
  const { id } = await db.insertInto('figureQuestion').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a question and increments its version. */
export async function updateQuestion(
  db: Database,
  id: number,
  changes: Updateable<FigureQuestion>,
): Promise<void> {
  await db.updateTable('figureQuestion').set(changes).set(nextVersion).where('id', '=', id).execute()
}

/** The head responsible for a customer: the one with most of its active stores; null if there is none. */
export async function findLeader(db: Database, customerId: number): Promise<number | null> {
  const row = await db
    .selectFrom('store')
    .select('leaderId')
    .where('customerId', '=', customerId)
    .where('status', '!=', 'stopped')
    .where('leaderId', 'is not', null)
    .groupBy('leaderId')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('leaderId')
    .executeTakeFirst()
  return row?.leaderId ?? null
}

/** The admins of a company, who answer if the store has no head. */
export async function findAdmins(db: Database, companyCode: string): Promise<number[]> {
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('role', '=', 1)
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

/** The subject and days of a question. */
interface QuestionedCell {
  storeId: number | null
  customerId: number | null
  staffId: number | null
  fromOn: string
  toOn: string
}

/** The committed imports that wrote figures of the question's subject on its days. */
function selectCandidateImports(db: Database, question: QuestionedCell) {
  return db
    .selectFrom('importBatch')
    .innerJoin('staffName as maker', 'maker.id', 'importBatch.createdBy')
    .select([
      'importBatch.id',
      'importBatch.fileName',
      'importBatch.committedAt',
      'maker.name as createdByName',
    ])
    .where('importBatch.status', '=', 'committed')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('importGroup as g')
          .innerJoin('store', 'store.id', 'g.storeId')
          .select('g.id')
          .whereRef('g.batchId', '=', 'importBatch.id')
          .where('g.committed', '=', true)
          .where('g.onDay', '>=', question.fromOn)
          .where('g.onDay', '<=', question.toOn)
          .where(isStoreOfSubject(question)),
      ),
    )
}

/** Whether the import may have fixed the questioned figure. */
export async function isFixedBy(db: Database, question: QuestionedCell, batchId: number): Promise<boolean> {
  const row = await selectCandidateImports(db, question)
    .where('importBatch.id', '=', batchId)
    .executeTakeFirst()
  return row !== undefined
}

/** Maximum number of imports offered for an answer. */
const MAX_CANDIDATE_IMPORTS = 50

/** The imports that may have fixed the questioned figure, newest first. */
export async function findCandidateImports(
  db: Database,
  question: QuestionedCell,
  { keyword, id }: { keyword?: string | undefined; id?: number[] | undefined },
) {
  let query = selectCandidateImports(db, question).where(keywordIn(keyword, ['importBatch.fileName']))
  if (id) query = query.where('importBatch.id', 'in', id)
  return query.orderBy('importBatch.commitNo', 'desc').limit(MAX_CANDIDATE_IMPORTS).execute()
}

/** The author of a question, with the fields that permission checks need. */
export async function getAuthor(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'parentId', 'companyCode'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Whether `store` belongs to the subject: the store itself, a store of the customer, or one where the agent has a nick.
 */
function isStoreOfSubject({ storeId, customerId, staffId }: Subject): Expression<SqlBool> {
  if (storeId !== null) return sql<SqlBool>`store.id = ${storeId}`
  if (customerId !== null) return sql<SqlBool>`store.customer_id = ${customerId}`
  return sql<SqlBool>`exists (
    select 1 from agent_account a where a.staff_id = ${staffId} and a.store_id = store.id)`
}

type Subject = Pick<QuestionedCell, 'storeId' | 'customerId' | 'staffId'>

/** The subject's figures of `store` on a day: the store's own, or those of the agent's nicks. */
function figuresOf({ staffId }: Subject, on: Day) {
  if (staffId === null) {
    return sql`select null::text as nick, (
      select coalesce(d.consult_users, d.consult_sessions, d.handled_users) from store_daily d
        where d.store_id = store.id and d.on_day = ${on}) as value`
  }
  return sql`select d.nick, d.handled_users as value
    from agent_account a join agent_daily d on d.store_id = a.store_id and d.nick = a.nick and d.on_day = ${on}
    where a.staff_id = ${staffId} and a.store_id = store.id and a.from_on <= ${on}
      and (a.to_on is null or a.to_on >= ${on})`
}

/** The figures of a day that a question may be about, in stores within reach; those with a value first. */
export async function findQuestionedFigures(
  db: Database,
  reach: Expression<SqlBool>,
  question: Subject,
  { on, limit }: { on: Day; limit: number },
): Promise<QuestionedFigure[]> {
  const { rows } = await sql<QuestionedFigure>`
    select store.id as store_id, store.name as store_name, figure.nick, figure.value
    from store cross join lateral (${figuresOf(question, on)}) figure
    where ${isStoreOfSubject(question)} and ${reach}
    order by figure.value is null, store.name, store.id, figure.nick limit ${limit}`.execute(db)
  return rows
}

/** Whether a question is about these figures. Does not check the reach. */
export async function isQuestionedFigure(
  db: Database,
  question: Subject,
  { storeId, nick, on }: { storeId: number; nick: string | null; on: Day },
): Promise<boolean> {
  const { rows } = await sql`select 1 from store cross join lateral (${figuresOf(question, on)}) figure
    where store.id = ${storeId} and ${isStoreOfSubject(question)} and figure.nick is not distinct from ${nick}::text
    limit 1`.execute(db)
  return rows.length > 0
}
