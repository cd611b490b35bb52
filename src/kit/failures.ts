import type { ErrorData, FieldErrors } from './errors.ts'
import {
  NETWORK_ERROR,
  NO_CONNECTION,
  PLEASE_RETRY,
  REQUEST_ERROR,
  statusText,
  TIMED_OUT,
} from './statusTexts.ts'
import { fill, t } from './text.ts'

/** What a person is shown of a failed call (specification §8). */
export type Notice =
  | { kind: 'silent' }
  | { kind: 'message'; level: 'warning' | 'error'; text: string }
  | { kind: 'notification'; title: string; description: string; traceId?: string }
  | { kind: 'exception'; errorCode: string; errorMessage: string }

/** An answer that came, of whatever kind; `body` is undefined where it was no JSON. */
export interface Answer {
  status: number
  statusText: string
  url: string
  body: unknown
}

interface Details {
  status?: number
  code?: string
  data?: ErrorData
  traceId?: string
}

/** The one error that a call throws, beside an abort by the caller. `status` is absent where no answer came. */
export class CallError extends Error {
  readonly notice: Notice
  readonly status: number | undefined
  readonly code: string | undefined
  readonly data: ErrorData | undefined
  readonly traceId: string | undefined

  constructor(message: string, notice: Notice, details: Details = {}) {
    super(message)
    this.notice = notice
    this.status = details.status
    this.code = details.code
    this.data = details.data
    this.traceId = details.traceId
  }
}

/** The failure that an answer is, or null where it brought what was asked for. */
export function failureOf(answer: Answer): CallError | null {
  const body = recordOf(answer.body)
  if (body?.success === false && textOf(body.errorMessage)) return businessError(answer.status, body)
  if (body?.code === 1 || body?.code === 2) return bodyCodeError(answer.status, body.code, body)
  if (answer.status < 200 || answer.status > 299) return statusError(answer)
  if (answer.status === 204 || (body && body.success !== false)) return null
  const text = t(PLEASE_RETRY)
  return new CallError(text, { kind: 'message', level: 'error', text }, { status: answer.status })
}

/** No answer came at all. */
export function networkError(): CallError {
  const description = t(NO_CONNECTION)
  return new CallError(description, { kind: 'notification', title: t(NETWORK_ERROR), description })
}

/** No answer came in time. The error's own message is the specification's, unless the caller has a better one. */
export function timeoutError(n: number, custom?: string): CallError {
  const text = custom ?? t(TIMED_OUT, { n })
  const message = custom ?? fill('timeout of {n}ms exceeded', { n })
  return new CallError(message, { kind: 'message', level: 'error', text })
}

/** What a notice says in one sentence, for a place that shows failures in the page itself. */
export function sentenceOf(notice: Notice): string {
  switch (notice.kind) {
    case 'message':
      return notice.text
    case 'notification':
      return notice.description
    case 'exception':
      return notice.errorMessage
    default:
      return ''
  }
}

/** The sentences that stand under a form's fields; undefined where the error names no field. */
export function fieldsOf(error: unknown): FieldErrors | undefined {
  return error instanceof CallError ? error.data?.fields : undefined
}

function businessError(status: number, body: Record<string, unknown>): CallError {
  const message = textOf(body.errorMessage)
  const code = textOf(body.errorCode)
  const traceId = textOf(body.traceId)
  const data = recordOf(body.data) as ErrorData | null
  return new CallError(message, noticeOf(body.showType, code, message, traceId), {
    status,
    code,
    ...(data && { data }),
    ...(traceId && { traceId }),
  })
}

function noticeOf(showType: unknown, errorCode: string, errorMessage: string, traceId: string): Notice {
  switch (showType) {
    case 0:
      return { kind: 'silent' }
    case 1:
      return { kind: 'message', level: 'warning', text: errorMessage }
    case 4:
      return {
        kind: 'notification',
        title: errorCode,
        description: errorMessage,
        ...(traceId && { traceId }),
      }
    case 9:
      return { kind: 'exception', errorCode, errorMessage }
    default:
      return { kind: 'message', level: 'error', text: errorMessage }
  }
}

function bodyCodeError(status: number, code: 1 | 2, body: Record<string, unknown>): CallError {
  const text = textOf(body.message) || t(PLEASE_RETRY)
  const level = code === 1 ? 'error' : 'warning'
  return new CallError(text, { kind: 'message', level, text }, { status, code: String(code) })
}

function statusError({ status, statusText: fallback, url }: Answer): CallError {
  const known = statusText(status)
  const description = known ? t(known) : fallback
  const title = t(REQUEST_ERROR, { status, url })
  return new CallError(description || title, { kind: 'notification', title, description }, { status })
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
