import type { StatementStatus } from '#billing/customer-bills/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { StatementAnswer, StatementEvent } from './contract.ts'

export const eventNames: Record<StatementEvent, string> = {
  opened: '打开链接',
  'wrong-code': '提取码错误',
  entered: '通过提取码',
  viewed: '查看账单',
  confirmed: '确认',
  objected: '提出异议',
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Lifetimes of a link, and of a session after the code was entered. */
export const LINK_LIFE_MS = 30 * DAY_MS
export const SESSION_LIFE_MS = 30 * MINUTE_MS
/** Consecutive wrong codes that lock a link; a constraint of the table has the same number. */
export const CODE_TRIES = 5
export const CODE_DIGITS = 6
/** Maximum characters per note, and maximum answers per link. */
export const MAX_NOTE = 200
export const MAX_ANSWERS = 300

interface AnswerState {
  position: number
  answer: StatementAnswer | string
  settledAt: Date | null
}

/** Latest answer per line position; `answers` must be sorted by age. */
export function latestByLine<A extends { position: number }>(answers: readonly A[]): Map<number, A> {
  return new Map(answers.map((answer) => [answer.position, answer]))
}

/**
 * Status of a statement from the answers, oldest first. An open objection has priority; if all lines are confirmed,
 * `confirmed`; an objection with a reply is `answered` until the merchant confirms the line; else `sent`.
 */
export function statusOf(positions: readonly number[], answers: readonly AnswerState[]): StatementStatus {
  const latest = latestByLine(answers)
  const last = positions.map((position) => latest.get(position))
  if (last.some((lastAnswer) => lastAnswer?.answer === 'objected' && lastAnswer.settledAt === null))
    return 'objected'
  if (positions.length > 0 && last.every((lastAnswer) => lastAnswer?.answer === 'confirmed'))
    return 'confirmed'
  return last.some((lastAnswer) => lastAnswer?.answer === 'objected') ? 'answered' : 'sent'
}

interface LinkRecord {
  revokedAt: Date | null
  expiresAt: Date
  tries: number
}

export function linkState(
  { revokedAt, expiresAt, tries }: LinkRecord,
  now: Date,
): 'live' | 'locked' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return tries >= CODE_TRIES ? 'locked' : 'live'
}

/** Throws WRONG_STATE if the bill is a draft or void. */
export function assertShowable({ status }: { status: string }): void {
  if (status === 'draft') throw new AppError('WRONG_STATE', '草稿还会变动，请出账后再生成对账链接。')
  if (status === 'void') throw new AppError('WRONG_STATE', '作废的账单不能对账。')
}

/** Throws WRONG_STATE if the company has statement pages off. */
export function assertEnabled(isOn: boolean): void {
  if (!isOn) {
    throw new AppError('WRONG_STATE', '贵公司没有开启商家对账页面，请管理员在公司设置的“商家对账”里开启。')
  }
}
