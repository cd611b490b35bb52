import { can } from '#access/can.ts'
import { customerScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import { formatInstant } from '#kit/format.ts'
import { type Context, serve } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { word } from '#kit/text.ts'
import { notify } from '#platform/notices/queries.ts'
import { agentScope, cellScope } from '#reporting/reports/queries.ts'
import { answerQuestion } from './answerQuestion.ts'
import type { Subject } from './contract.ts'
import { figureQuestions, MAX_QUESTIONED_FIGURES } from './contractQuestions.ts'
import { correctableStores, getAgent, getCustomerName, getStore } from './queries.ts'
import * as queries from './questionQueries.ts'
import { metricNames, periodProblem } from './rules.ts'
import { listLink, readQuestion, toQuestions } from './toQuestions.ts'

/** The subject of a question, if the author may see it, and the user who is to answer; throws NOT_FOUND. */
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
    return { items: await toQuestions(context, items), ...counts }
  },

  create: async (context, { subject, id, metric, from, to, place, shownValue, question }) => {
    const { db, actor, clock, record } = context
    const problem = periodProblem({ from, to }, today(clock))
    if (problem) throw invalidField('to', problem)
    const { name, companyCode, ownerId, keys } = await findSubject(context, { subject, id })
    const stamp = { ...createdNow(context), ...updatedNow(context) }
    const content = { subject, ...keys, metric, fromOn: from, toOn: to, place, shownValue, question }
    const created = await queries.insertQuestion(db, { ...content, companyCode, ownerId, ...stamp })
    record({
      action: 'create',
      entity: 'figure-question',
      recordId: created,
      companyCode,
      changes: { name: [null, name], days: [null, `${from} – ${to}`], question: [null, question] },
    })
    const recipients = ownerId === null ? await queries.findAdmins(db, companyCode) : [ownerId]
    await notify(
      db,
      recipients
        .filter((staffId) => staffId !== actor.id)
        .map((staffId) => ({
          companyCode,
          staffId,
          kind: 'figureQuestion' as const,
          link: listLink(created),
          at: clock(),
          title: {
            sentence: '{person}认为{name}的{metric}不对，请核对',
            values: { person: actor.name, name, metric: word(metricNames[metric]) },
          },
          text: { sentence: '“{text}”', values: { text: question } },
        })),
    )
    return readQuestion(context, created)
  },

  mending: async ({ db, actor }, { questionId, ...filter }) => {
    const question = await queries.getQuestion(db, actor, questionId)
    const found = await queries.findCandidateImports(db, question, filter)
    return found.map(({ id, fileName, committedAt, createdByName }) => ({
      id,
      name: `${fileName} · ${createdByName} ${formatInstant(committedAt?.toISOString())}`,
    }))
  },

  doubted: async (context, { questionId, on }) => {
    const { db, actor } = context
    const question = await queries.getQuestion(db, actor, questionId)
    if (on < question.fromOn || on > question.toOn) return []
    return queries.findQuestionedFigures(db, correctableStores(actor, on), question, {
      on,
      limit: MAX_QUESTIONED_FIGURES,
    })
  },

  answer: (context, answer) => answerQuestion(context, answer),
})
