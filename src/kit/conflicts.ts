import { AppError, conflictingField, periodClosed } from './errors.ts'

/** The unique indexes of a feature: the field that each one guards, and the message for the user. */
export type Conflicts = Record<string, { field: string; message: string }>

const UNIQUE_VIOLATION = '23505'

/** SQLSTATE raised by the triggers of 040-months-closed.sql; the error's detail is the month. */
const MONTH_CLOSED = 'HT001'

/** SQLSTATE raised by the triggers of 067-books.sql if no rule has refused the write before. */
const OUTSIDE_BOOKS = 'HT003'

/**
 * Maps database errors to user-facing errors: a unique violation listed in `conflicts` becomes CONFLICT, a write into a
 * closed month PERIOD_CLOSED, a date outside the books CONFLICT. Returns other errors unchanged.
 */
export function mapDatabaseError(error: unknown, conflicts: Conflicts): unknown {
  const { code, constraint, detail } = error as { code?: string; constraint?: string; detail?: string }
  if (code === MONTH_CLOSED) return periodClosed(detail ?? '')
  if (code === OUTSIDE_BOOKS)
    return new AppError('CONFLICT', '日期在账期之外，没有保存。请核对启用月份（设置 › 账务）和日期。')
  if (code !== UNIQUE_VIOLATION || !constraint) return error
  const conflict = conflicts[constraint]
  if (!conflict) return error
  return conflictingField(conflict.field, conflict.message)
}
