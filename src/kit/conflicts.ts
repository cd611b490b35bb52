import { AppError, periodClosed } from './errors.ts'

/** Per unique index of a feature: the field that it guards, and the sentence for the person. */
export type Conflicts = Record<string, { field: string; message: string }>

const UNIQUE_VIOLATION = '23505'

/** Our own: the triggers of 040-months-closed.sql raise it, the month stands in its detail. */
const MONTH_CLOSED = 'HT001'

/** Our own: the triggers of 067-books.sql raise it where no rule before has. */
const OUTSIDE_BOOKS = 'HT003'

/**
 * Turns what the database refuses into what a person is told: a duplicate by the feature's sentence, a write into a closed
 * month whoever made it. Everything else stays as it is.
 */
export function conflictOf(error: unknown, conflicts: Conflicts): unknown {
  const { code, constraint, detail } = error as { code?: string; constraint?: string; detail?: string }
  if (code === MONTH_CLOSED) return periodClosed(detail ?? '')
  if (code === OUTSIDE_BOOKS)
    return new AppError('CONFLICT', '日期在账期之外，没有保存。请核对启用月份（设置 › 账务）和日期。')
  if (code !== UNIQUE_VIOLATION || !constraint) return error
  const known = conflicts[constraint]
  if (!known) return error
  return new AppError('CONFLICT', known.message, { data: { fields: { [known.field]: known.message } } })
}
