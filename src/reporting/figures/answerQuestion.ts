import type * as z from 'zod'
import { can } from '#access/can.ts'
import { today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { type Sentence, word } from '#kit/text.ts'
import { assertVersion } from '#kit/version.ts'
import { notify } from '#platform/notices/queries.ts'
import type { AgentMetric, CellMetric, StoreMetric } from '#reporting/reports/contract.ts'
import { cellScope } from '#reporting/reports/queries.ts'
import { valueInSentence } from './cellFormatters.ts'
import type { CorrectionInput } from './contract.ts'
import type { figureQuestions, Question } from './contractQuestions.ts'
import { correctCell } from './correctCell.ts'
import { explainAgentFigure, explainStoreFigure } from './explainFigure.ts'
import { findCorrections } from './queries.ts'
import * as queries from './questionQueries.ts'
import { metricNames, outcomeNames } from './rules.ts'
import { listLink, type QuestionRow, readQuestion, toQuestion } from './toQuestions.ts'

type Answer = z.output<typeof figureQuestions.answer.input>

/**
 * Answers and closes a question, corrects the figure if the answer contains a correction, and notifies the question's
 * author. Throws NOT_FOUND, STALE, WRONG_STATE if it is already answered, and INVALID if the fix that the outcome names
 * is missing.
 */
export async function answerQuestion(context: Context, answer: Answer): Promise<Question> {
  const { db, actor, clock, record } = context
  const { id, outcome, batchId } = answer
  // Lock the store (in the correction) before the question: a merge locks in the same order.
  const question = await queries.getQuestion(db, actor, id)
  assertOpen(question, answer.version)
  const change = await applyFix(context, question, answer)
  await queries.lockQuestion(db, actor, id)
  assertOpen(await queries.getQuestion(db, actor, id), answer.version)
  await queries.updateQuestion(db, id, {
    status: 'answered',
    outcome,
    answer: answer.answer,
    batchId: batchId ?? null,
    answeredAt: clock(),
    answeredBy: actor.id,
    ...updatedNow(context),
  })
  record({
    action: 'answer',
    entity: 'figure-question',
    recordId: id,
    companyCode: question.companyCode,
    changes: { outcome: [null, outcome], answer: [null, answer.answer] },
  })
  await notifyAuthor(context, question, answer, change)
  return readQuestion(context, id)
}

function assertOpen(question: QuestionRow, version: number): void {
  assertVersion(question, version, (row) => toQuestion(row))
  if (question.status === 'answered') throw new AppError('WRONG_STATE', '这个疑问已经答复过了。')
}

/** The value of the doubted cell before and after a correction; null without a correction. */
type CellChange = { old: number | null; now: number | null } | null

/** Corrects the figure, or throws INVALID if the fix that the answer names does not exist. */
async function applyFix(context: Context, question: QuestionRow, answer: Answer): Promise<CellChange> {
  const { outcome, correction, batchId } = answer
  // The answer is shown with the import's file name, so accept only a `batchId` that `assertImported` has checked.
  if (outcome !== 'imported' && batchId !== undefined) {
    throw invalidField('batchId', '只有重新导入了数据时，才选择导入。')
  }
  if (outcome === 'corrected' && correction) {
    await assertConcernsQuestion(context, question, correction)
    const old = await readValue(context, question)
    await correctCell(context, correction, { reason: answer.answer, questionId: question.id })
    return { old, now: await readValue(context, question) }
  }
  if (outcome === 'corrected') await assertCorrected(context, question)
  if (outcome === 'imported') await assertImported(context, question, batchId)
  return null
}

async function assertConcernsQuestion(
  { db }: Context,
  question: QuestionRow,
  { storeId, on, nick }: CorrectionInput,
): Promise<void> {
  const isWithinDays = question.fromOn <= on && on <= question.toOn
  if (isWithinDays && (await queries.isQuestionedFigure(db, question, { storeId, on, nick: nick ?? null })))
    return
  throw invalidField('correction', '这不是疑问所指的数，请重新选择店铺和日期。')
}

async function assertCorrected({ db, actor, clock }: Context, { id }: QuestionRow): Promise<void> {
  const reach = cellScope(actor, 'canReportWorklog', today(clock))
  const found = await findCorrections(db, reach, { questionId: [id], current: 1, pageSize: 1 })
  if (found.total === 0) throw invalidField('correction', '没有改动任何数字，请填写正确的数。')
}

async function assertImported(
  { db }: Context,
  question: QuestionRow,
  batchId: number | undefined,
): Promise<void> {
  if (batchId === undefined) throw invalidField('batchId', '请选择补上这些数的那次导入。')
  if (await queries.isFixedBy(db, question, batchId)) return
  throw invalidField('batchId', '这次导入没有写入疑问所指的店铺和日期，请核对。')
}

/** The doubted cell as the reports show it to this user. */
async function readValue(context: Context, question: QuestionRow): Promise<number | null> {
  const { storeId, customerId, staffId, fromOn: from, toOn: to, metric } = question
  if (staffId !== null) {
    return (await explainAgentFigure(context, { staffId, from, to, metric: metric as AgentMetric })).value
  }
  const permission = storeId === null ? 'canReadCustomer' : 'canReportWorklog'
  const subject = { storeId: storeId ?? undefined, customerId: customerId ?? undefined, among: {} }
  return (
    await explainStoreFigure(context, permission, { ...subject, from, to, metric: metric as StoreMetric })
  ).value
}

async function notifyAuthor(
  context: Context,
  question: QuestionRow,
  { outcome, answer }: Answer,
  change: CellChange,
): Promise<void> {
  const { db, actor, clock } = context
  const { companyCode, createdBy, subjectName: name } = question
  if (createdBy === actor.id) return
  await notify(db, [
    {
      companyCode,
      staffId: createdBy,
      kind: 'figureAnswered',
      at: clock(),
      link: await answerLink(context, question),
      title: {
        sentence: '您对{name}的疑问已答复：{outcome}',
        values: { name, outcome: word(outcomeNames[outcome]) },
      },
      text: noticeText(question.metric as CellMetric, answer, change),
    },
  ])
}

function noticeText(metric: CellMetric, text: string, change: CellChange): Sentence {
  if (!change || change.old === change.now) return { sentence: '“{text}”', values: { text } }
  const [old, now] = [valueInSentence(metric, change.old), valueInSentence(metric, change.now)]
  return {
    sentence: '{metric}由 {old} 更正为 {now}：“{text}”',
    values: { metric: word(metricNames[metric]), old, now, text },
  }
}

/**
 * A link to the question in its list, or to the screen of the questioned figure if the author may not open the list.
 */
async function answerLink({ db }: Context, { id, createdBy, place }: QuestionRow): Promise<string> {
  return can(await queries.getAuthor(db, createdBy), 'canReportWorklog') ? listLink(id) : place
}
