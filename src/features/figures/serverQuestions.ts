import { can } from '#access/can.ts'
import { customerScope } from '#features/customers/queries.ts'
import { notify } from '#features/notices/queries.ts'
import { agentScope, cellScope } from '#features/reports/queries.ts'
import { today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { formatInstant } from '#kit/format.ts'
import { assertFresh } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import type { CellMetric, Subject } from './contract.ts'
import type { Outcome, Question } from './contractQuestions.ts'
import { figureQuestions } from './contractQuestions.ts'
import { presentCorrection } from './explaining.ts'
import { findCorrections, getAgent, getCustomerName, getStore } from './queries.ts'
import * as queries from './queriesOfQuestions.ts'
import { metricNames, outcomeNames, periodProblem } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getQuestion>>

/** Corrections that belong to questions: at most so many are shown. */
const SHOWN = { current: 1, pageSize: 100 }

function present(row: Row, corrections: Question['corrections'] = []): Question {
  const { fromOn: from, toOn: to, createdAt, answeredAt } = row
  return {
    ...row,
    ...{ from, to, corrections },
    subject: row.subject as Subject,
    metric: row.metric as CellMetric,
    status: row.status as Question['status'],
    outcome: row.outcome as Outcome | null,
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

/** Questions with what was corrected because of them, for whoever may see the figures. */
async function presentAll({ db, actor, clock }: Context, rows: Row[]): Promise<Question[]> {
  const questionId = rows.map(({ id }) => id)
  if (questionId.length === 0) return []
  const permission = can(actor, 'canReportWorklog') ? 'canReportWorklog' : 'canReadCustomer'
  const reach = cellScope(actor, permission, today(clock))
  const { items } = await findCorrections(db, reach, { questionId, ...SHOWN })
  const byQuestion = Map.groupBy(items.map(presentCorrection), (one) => one.questionId)
  return rows.map((row) => present(row, byQuestion.get(row.id)))
}

async function one(context: Context, id: number): Promise<Question> {
  const [question] = await presentAll(context, [await queries.getQuestion(context.db, context.actor, id)])
  if (!question) throw new Error('a question that is there')
  return question
}

const listLink = (id: number) => `/store-worklog/figures?id=${id}`

/** Where an answer is read: at the question itself; whoever cannot open that list goes back to where the number stands. */
async function answerLink(
  { db }: Context,
  { id, createdBy, place }: { id: number; createdBy: number; place: string },
) {
  return can(await queries.getAsker(db, createdBy), 'canReportWorklog') ? listLink(id) : place
}

/** What a question is about, within the reach of whoever asks, and who is to answer; throws NOT_FOUND. */
async function findSubject({ db, actor, clock }: Context, { subject, id }: { subject: Subject; id: number }) {
  const now = today(clock)
  if (subject === 'customer') {
    const customer = await getCustomerName(db, customerScope(actor, 'canReadCustomer', now), id)
    const ownerId = await queries.findLeader(db, id)
    return { ...customer, ownerId, keys: { customerId: id } }
  }
  if (subject === 'agent') {
    const agent = await getAgent(db, agentScope(actor), id)
    return { ...agent, ownerId: agent.parentId, keys: { staffId: id } }
  }
  const permission = can(actor, 'canReportWorklog') ? 'canReportWorklog' : 'canReadCustomer'
  const store = await getStore(db, cellScope(actor, permission, now), id)
  return { ...store, ownerId: store.leaderId, keys: { storeId: id } }
}

export const figureQuestionsServer = serve(figureQuestions, {
  list: async (context, query) => {
    const { items, ...counts } = await queries.findQuestions(context.db, context.actor, query)
    return { items: await presentAll(context, items), ...counts }
  },

  create: async (context, { subject, id, metric, from, to, place, shownValue, question }) => {
    const { db, actor, clock, record } = context
    const problem = periodProblem({ from, to }, today(clock))
    if (problem) throw invalidField('to', problem, { to })
    const { name, companyCode, ownerId, keys } = await findSubject(context, { subject, id })
    const stamp = { createdAt: clock(), createdBy: actor.id, updatedAt: clock(), updatedBy: actor.id }
    const asked = { subject, ...keys, metric, fromOn: from, toOn: to, place, shownValue, question }
    const created = await queries.insertQuestion(db, { ...asked, companyCode, ownerId, ...stamp })
    record({
      ...{ action: 'create', entity: 'figure-question', recordId: created, companyCode },
      changes: { name: [null, name], days: [null, `${from} – ${to}`], question: [null, question] },
    })
    const told = ownerId === null ? await queries.findAdmins(db, companyCode) : [ownerId]
    await notify(
      db,
      told
        .filter((staffId) => staffId !== actor.id)
        .map((staffId) => ({
          ...{ companyCode, staffId, kind: 'figureQuestion' as const, link: listLink(created), at: clock() },
          title: {
            sentence: '{person}认为{name}的{metric}不对，请核对',
            values: { person: actor.name, name, metric: metricNames[metric] },
          },
          text: { sentence: '“{text}”', values: { text: question } },
        })),
    )
    return one(context, created)
  },

  mending: async ({ db, actor }, { questionId, ...asked }) => {
    const question = await queries.getQuestion(db, actor, questionId)
    const found = await queries.findMending(db, question, asked)
    return found.map(({ id, fileName, committedAt, createdByName }) => ({
      id,
      name: `${fileName} · ${createdByName} ${formatInstant(committedAt?.toISOString())}`,
    }))
  },

  answer: async (context, { id, version, outcome, answer, batchId }) => {
    const { db, actor, clock, record } = context
    const before = await queries.lockQuestion(db, actor, id)
    if (before.version !== version) {
      assertFresh(await queries.getQuestion(db, actor, id), version, (row) => present(row))
    }
    if (before.status === 'answered') throw new AppError('WRONG_STATE', '这个疑问已经答复过了。')
    await assertFix(context, before, { outcome, batchId })
    const answered = { answeredAt: clock(), answeredBy: actor.id, updatedAt: clock(), updatedBy: actor.id }
    const said = { status: 'answered', outcome, answer, batchId: batchId ?? null }
    await queries.updateQuestion(db, id, { ...said, ...answered })
    const { companyCode } = before
    record({
      ...{ action: 'answer', entity: 'figure-question', recordId: id, companyCode },
      changes: { outcome: [null, outcome], answer: [null, answer] },
    })
    const question = await one(context, id)
    if (before.createdBy !== actor.id) {
      await notify(db, [
        {
          ...{ companyCode, staffId: before.createdBy, kind: 'figureAnswered', at: clock() },
          link: await answerLink(context, before),
          title: {
            sentence: '您对{name}的疑问已答复：{outcome}',
            values: { name: question.subjectName, outcome: outcomeNames[outcome] },
          },
          text: { sentence: '“{text}”', values: { text: answer } },
        },
      ])
    }
    return question
  },
})

/** Throws INVALID unless the fix that the answer names is there: closing a question links what mended it. */
async function assertFix(
  { db, actor, clock }: Context,
  question: Parameters<typeof queries.isMendedBy>[1] & { id: number },
  { outcome, batchId }: { outcome: Outcome; batchId?: number | undefined },
): Promise<void> {
  if (outcome === 'corrected') {
    const reach = cellScope(actor, 'canReportWorklog', today(clock))
    const found = await findCorrections(db, reach, { questionId: [question.id], current: 1, pageSize: 1 })
    if (found.total === 0)
      throw invalidField('outcome', '还没有为这个疑问做过更正，请先更正，或选择别的结果。')
  }
  if (outcome !== 'imported') return
  if (batchId === undefined) throw invalidField('batchId', '请选择补上这些数的那次导入。')
  if (!(await queries.isMendedBy(db, question, batchId))) {
    throw invalidField('batchId', '这次导入没有写入疑问所指的店铺和日期，请核对。')
  }
}
