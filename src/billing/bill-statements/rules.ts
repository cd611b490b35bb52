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

/** So long an address can be opened, and so long whoever typed the code need not type it again. */
export const LINK_LIFE_MS = 30 * DAY_MS
export const SESSION_LIFE_MS = 30 * MINUTE_MS
/** After so many wrong codes in a row an address is dead; the table has the same. */
export const CODE_TRIES = 5
export const CODE_DIGITS = 6
/** How long the merchant's words may be, and how many answers one address takes. */
export const MOST_NOTE = 200
export const MOST_ANSWERS = 300

interface Said {
  position: number
  answer: StatementAnswer | string
  settledAt: Date | null
}

/** What was said last to each line, of answers in their order. */
export function latestByLine<A extends { position: number }>(answers: readonly A[]): Map<number, A> {
  return new Map(answers.map((answer) => [answer.position, answer]))
}

/**
 * How far a bill is settled by what was said to its lines, in their order: an objection that waits outweighs all; every
 * line confirmed is confirmed; an objection that was answered waits for the merchant.
 */
export function statusOf(positions: readonly number[], answers: readonly Said[]): StatementStatus {
  const latest = latestByLine(answers)
  const last = positions.map((position) => latest.get(position))
  if (last.some((said) => said?.answer === 'objected' && said.settledAt === null)) return 'objected'
  if (positions.length > 0 && last.every((said) => said?.answer === 'confirmed')) return 'confirmed'
  return last.some((said) => said?.answer === 'objected') ? 'answered' : 'sent'
}

interface Standing {
  revokedAt: Date | null
  expiresAt: Date
  tries: number
}

/** Whether an address can be opened, and if not, why. */
export function linkState(
  { revokedAt, expiresAt, tries }: Standing,
  now: Date,
): 'live' | 'locked' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return tries >= CODE_TRIES ? 'locked' : 'live'
}

/** Throws WRONG_STATE unless the bill can be shown: a draft still moves, a void one asks for nothing. */
export function assertShowable({ status }: { status: string }): void {
  if (status === 'draft') throw new AppError('WRONG_STATE', '草稿还会变动，请出账后再生成对账链接。')
  if (status === 'void') throw new AppError('WRONG_STATE', '作废的账单不能对账。')
}

/** Throws WRONG_STATE where the company shows its bills to nobody. */
export function assertOn(isOn: boolean): void {
  if (!isOn) {
    throw new AppError('WRONG_STATE', '贵公司没有开启商家对账页面，请管理员在个人设置的“商家对账”里开启。')
  }
}
