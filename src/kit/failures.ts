import type { ErrorData } from './errors.ts'
import {
  NETWORK_ERROR,
  NO_CONNECTION,
  PLEASE_RETRY,
  REQUEST_ERROR,
  statusText,
  TIMED_OUT,
} from './statusTexts.ts'
import { t } from './text.ts'

/** How a failed call is shown to the user (specification §8). */
export type Notice =
  | { kind: 'silent' }
  | { kind: 'message'; level: 'warning' | 'error'; text: string }
  | { kind: 'notification'; title: string; description: string; traceId?: string }
  | Exception

/** A failure shown on the page /exception, which has these two query parameters (specification §2). */
export interface Exception {
  kind: 'exception'
  errorCode: string
  errorMessage: string
}

/**
 * `refused`: the server states the reason. `unreachable`: no response. `broken`: the response is not the server's own.
 */
export type FailureKind = 'refused' | 'unreachable' | 'broken'

/** A text per field name, in the language of the page. */
export type FieldTexts = Record<string, string>

/** Data of an error as the browser receives it. */
export type ReceivedData = Omit<ErrorData, 'fields'> & { fields?: FieldTexts }

/** A response of any kind; `body` is undefined if it is not JSON. */
export interface Answer {
  status: number
  statusText: string
  url: string
  body: unknown
}

interface Details {
  kind: FailureKind
  status?: number
  /** The request's address without its origin: `/api/stores?current=1`. */
  address?: string
  code?: string
  data?: ReceivedData
  traceId?: string
  /** The request timed out. */
  isLate?: boolean
}

/**
 * The error that a failed call throws; an abort by the caller throws the abort's reason instead. Without a response
 * `status` is undefined.
 */
export class CallError extends Error {
  readonly notice: Notice
  readonly kind: FailureKind
  readonly address: string | undefined
  readonly status: number | undefined
  readonly code: string | undefined
  readonly data: ReceivedData | undefined
  readonly traceId: string | undefined
  readonly isLate: boolean

  constructor(message: string, notice: Notice, details: Details) {
    super(message)
    this.notice = notice
    this.kind = details.kind
    this.address = details.address
    this.status = details.status
    this.code = details.code
    this.data = details.data
    this.traceId = details.traceId
    this.isLate = details.isLate ?? false
  }
}

/** Returns the failure that a response describes; null for a successful one. */
export function failureOf(answer: Answer): CallError | null {
  const body = recordOf(answer.body)
  if (body?.success === false && (textOf(body.errorMessage) || body.showType !== undefined)) {
    return businessError(answer, body)
  }
  if (body?.code === 1 || body?.code === 2) return bodyCodeError(answer, body.code, body)
  if (answer.status < 200 || answer.status > 299) return statusError(answer)
  if (answer.status === 204 || (body && body.success !== false)) return null
  return retryError(answer)
}

/** The failure for a response without usable information. */
export function retryError({ status, url }: Pick<Answer, 'status' | 'url'>): CallError {
  const text = t(PLEASE_RETRY)
  const details = { kind: 'broken', status, address: addressOf(url) } as const
  return new CallError(text, { kind: 'message', level: 'error', text }, details)
}

/** The failure for a missing response. */
export function networkError(url: string): CallError {
  const description = t(NO_CONNECTION)
  const notice = { kind: 'notification', title: t(NETWORK_ERROR), description } as const
  return new CallError(description, notice, { kind: 'unreachable', address: addressOf(url) })
}

/**
 * The failure for no response within `n` milliseconds. `message` is the specification's; `custom` replaces it and the
 * translated text.
 */
export function timeoutError(url: string, n: number, custom?: string): CallError {
  const text = custom ?? t(TIMED_OUT, { n })
  const message = custom ?? `timeout of ${n}ms exceeded`
  const details = { kind: 'unreachable', address: addressOf(url), isLate: true } as const
  return new CallError(message, { kind: 'message', level: 'error', text }, details)
}

/** The sentence of a notice, for components that show failures in the page. */
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

const TOO_MANY_STATUS = 429

/** The seconds after which the server accepts a refused call again; undefined if the failure is none of that kind. */
export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof CallError) || error.status !== TOO_MANY_STATUS) return
  const seconds = error.data?.retryAfterSeconds
  return typeof seconds === 'number' ? seconds : undefined
}

/** The messages for a form's fields; undefined if the error names no field. */
export function fieldsOf(error: unknown): FieldTexts | undefined {
  return error instanceof CallError ? error.data?.fields : undefined
}

function businessError({ status, url }: Answer, body: Record<string, unknown>): CallError {
  const message = textOf(body.errorMessage) || t(PLEASE_RETRY)
  const code = textOf(body.errorCode)
  const traceId = textOf(body.traceId)
  const data = recordOf(body.data) as ReceivedData | null
  return new CallError(message, noticeOf(body.showType, code, message, traceId), {
    kind: 'refused',
    status,
    address: addressOf(url),
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
        title: errorCode || t(PLEASE_RETRY),
        description: errorMessage,
        ...(traceId && { traceId }),
      }
    case 9:
      return { kind: 'exception', errorCode, errorMessage }
    default:
      return { kind: 'message', level: 'error', text: errorMessage }
  }
}

function bodyCodeError({ status, url }: Answer, code: 1 | 2, body: Record<string, unknown>): CallError {
  const text = textOf(body.message) || t(PLEASE_RETRY)
  const level = code === 1 ? 'error' : 'warning'
  const details = { kind: 'refused', status, address: addressOf(url), code: String(code) } as const
  return new CallError(text, { kind: 'message', level, text }, details)
}

function statusError({ status, statusText: fallback, url }: Answer): CallError {
  const sentence = statusText(status)
  const description = sentence ? t(sentence) : fallback
  const title = t(REQUEST_ERROR, { status, url })
  const details = { kind: 'broken', status, address: addressOf(url) } as const
  return new CallError(description || title, { kind: 'notification', title, description }, details)
}

/** The path and the query of a URL. */
function addressOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]+/i, '')
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
