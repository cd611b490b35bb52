import { CallError, sentenceOf } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import type { Failure } from './rules.ts'

/** Converts the error of a call to the failure that the file's row shows. */
export function failureFrom(error: unknown): Failure {
  const headers = error instanceof CallError ? error.data?.headers : undefined
  const message = error instanceof CallError ? sentenceOf(error.notice) || error.message : ''
  const status = error instanceof CallError ? error.status : undefined
  return {
    sentence: message || t('没有读成功，请重试；仍不行时请联系管理员。'),
    lasting: status === 400 || status === 413,
    headers: Array.isArray(headers) ? headers.filter((one) => typeof one === 'string') : [],
  }
}
