import { can } from '#access/can.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import type { CellMetric } from '#reporting/reports/contract.ts'
import { cellScope } from '#reporting/reports/queries.ts'
import type { Question } from './contractQuestions.ts'
import { toCorrection } from './explainFigure.ts'
import { findCorrections } from './queries.ts'
import * as queries from './questionQueries.ts'

export type QuestionRow = Awaited<ReturnType<typeof queries.getQuestion>>

/** Maximum number of corrections shown with questions. */
const CORRECTIONS_PAGE = { current: 1, pageSize: 100 }

/** A question in API format. */
export function toQuestion(row: QuestionRow, corrections: Question['corrections'] = []): Question {
  const { fromOn: from, toOn: to, createdAt, answeredAt } = row
  return {
    ...row,
    from,
    to,
    corrections,
    metric: row.metric as CellMetric,
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

/** Questions with their corrections that the user may see. */
export async function toQuestions(
  { db, actor, clock }: Context,
  rows: readonly QuestionRow[],
): Promise<Question[]> {
  const questionId = rows.map(({ id }) => id)
  if (questionId.length === 0) return []
  const permission = can(actor, 'canReportWorklog') ? 'canReportWorklog' : 'canReadCustomer'
  const reach = cellScope(actor, permission, today(clock))
  const { items } = await findCorrections(db, reach, { questionId, ...CORRECTIONS_PAGE })
  const byQuestion = Map.groupBy(items.map(toCorrection), (one) => one.questionId)
  return rows.map((row) => toQuestion(row, byQuestion.get(row.id)))
}

/** One question with its corrections; throws NOT_FOUND. */
export async function readQuestion(context: Context, id: number): Promise<Question> {
  const [question] = await toQuestions(context, [await queries.getQuestion(context.db, context.actor, id)])
  if (!question) throw new Error('a question that is there')
  return question
}

/** The address of the list with only this question. */
export const listLink = (id: number) => `/store-worklog/figures?id=${id}`
