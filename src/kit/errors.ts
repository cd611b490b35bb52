import { type Sentence, type Values, word } from './text.ts'

/**
 * Code of a database error: a column that a prepared statement reads was added or changed. The transaction was rolled
 * back and can be retried immediately.
 */
export const STALE_PLAN = 'STALE_PLAN'

/** Every error code that the server returns, and its HTTP status. */
export const STATUS = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR: 401,
  FORBIDDEN: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  VIEWING: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  IN_PROGRESS: 409,
  STALE: 409,
  PERIOD_CLOSED: 409,
  WRONG_STATE: 409,
  TOO_LARGE: 413,
  KEY_REUSED: 422,
  TOO_MANY: 429,
  INTERNAL: 500,
  BUSY: 503,
  DISK_FULL: 507,
} as const

export type ErrorCode = keyof typeof STATUS

/** How the browser shows an error (specification §8); the server never sends 9, the redirect. */
export type ShowType = 0 | 1 | 2 | 4 | 9

const WARNINGS: ReadonlySet<ErrorCode> = new Set([
  'CONFLICT',
  'IN_PROGRESS',
  'STALE',
  'WRONG_STATE',
  'PERIOD_CLOSED',
  'TOO_MANY',
])

const FAULTS: ReadonlySet<ErrorCode> = new Set(['INTERNAL', 'BUSY', 'DISK_FULL'])

/** A sentence per field name; nested fields are joined by dots (`lines.0.amountCents`). */
export type FieldErrors = Record<string, Sentence>

/**
 * Data of an error: sentences per field, the current record of a stale write, rows, … A `Sentence` anywhere in it leaves
 * the server as text.
 */
export interface ErrorData {
  fields?: FieldErrors
  [key: string]: unknown
}

/**
 * The error for everything that a user caused or has to know. The message is a Chinese sentence with `{placeholders}`,
 * written in the reader's language when the server sends it. Any other thrown error is a fault and becomes INTERNAL.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly values: Values
  readonly data: ErrorData | undefined

  constructor(code: ErrorCode, message: string, options: { values?: Values; data?: ErrorData } = {}) {
    super(message)
    this.code = code
    this.values = options.values ?? {}
    this.data = options.data
  }

  /** The message with its values, for use within another sentence. */
  get sentence(): Sentence {
    return { sentence: this.message, values: this.values }
  }

  get status(): number {
    return STATUS[this.code]
  }

  get showType(): ShowType {
    if (this.code === 'SECOND_FACTOR' || (this.code === 'INVALID' && this.data?.fields)) return 0
    if (WARNINGS.has(this.code)) return 1
    return FAULTS.has(this.code) ? 4 : 2
  }
}

/** The error for a record that does not exist or is out of the user's reach: both look the same. */
export function notFound(what = '记录'): AppError {
  return new AppError('NOT_FOUND', '{what}不存在，或不在您可见的范围内。', { values: { what: word(what) } })
}

/** The error for input with one wrong field. */
export function invalidField(field: string, problem: string | Sentence, values: Values = {}): AppError {
  return fieldError('INVALID', field, asSentence(problem, values))
}

/** The error for input with one field that contradicts another record. */
export function conflictingField(field: string, sentence: string, values: Values = {}): AppError {
  return fieldError('CONFLICT', field, { sentence, values })
}

const asSentence = (problem: string | Sentence, values: Values): Sentence =>
  typeof problem === 'string' ? { sentence: problem, values } : problem

function fieldError(code: ErrorCode, field: string, problem: Sentence): AppError {
  return refusal(code, problem, { fields: { [field]: problem } })
}

/** The error with an existing sentence. */
export function refusal(code: ErrorCode, { sentence, values }: Sentence, data?: ErrorData): AppError {
  return new AppError(code, sentence, { values, data })
}

/** The error for a write whose accounting date is in a closed month (`2026-04`). */
export function periodClosed(month: string): AppError {
  return new AppError(
    'PERIOD_CLOSED',
    '{month} 已结账，不能再改这个月的账。请记到未结的月份，或由管理员反结账。',
    { values: { month }, data: { month } },
  )
}
