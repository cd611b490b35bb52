import * as z from 'zod'
import type { LoggedKind } from '#access/kinds.ts'
import type { Permission } from '#access/permissions.ts'
import type { AuditLine } from './audit.ts'
import { endpoint, Id } from './contract.ts'
import { AppError, invalidField } from './errors.ts'
import { line } from './fields.ts'
import type { MaskedField } from './masks.ts'

/** Maximum number of values that a user may reveal within an hour: enough for a day's calls, too few to copy a list. */
export const REVEALS_AN_HOUR = 30

export const HOUR_MS = 3_600_000

/** Why a value is revealed; stored in the log. Users who are responsible for the record need not give a reason. */
const Reason = line('查看原因', 100).min(2).optional()

/**
 * Declares the endpoint that reveals one masked field of a record, with a reason that is logged: `reveal('POST
 * /api/customers/:id/reveal', { needs, fields: ['mobile', 'wechat'] })`. The fields are those that the log keeps masked
 * (`masks.ts`).
 */
export function reveal<const N extends Permission, const F extends readonly [MaskedField, ...MaskedField[]]>(
  route: `POST /api/${string}/:id/reveal`,
  { needs, fields }: { needs: N; fields: F },
) {
  return endpoint(route, {
    needs,
    answerKept: false,
    summary: '查看一项脱敏内容的完整值；记入操作日志，有次数上限；不是本人负责的要写明原因',
    input: z.strictObject({ id: Id, field: z.enum(fields).meta({ title: '查看内容' }), reason: Reason }),
    output: z.object({ value: z.string() }),
  })
}

/** The values that a user revealed in the last hour. */
export interface Reveals {
  count: number
  /** When the first one was revealed; null if there is none. */
  first: Date | null
}

/** Throws TOO_MANY, with the time to wait, if the user has reached the limit of this hour. */
export function assertRevealsLeft({ count, first }: Reveals, now: Date): void {
  if (count < REVEALS_AN_HOUR || !first) return
  const seconds = Math.max(1, Math.ceil((first.getTime() + HOUR_MS - now.getTime()) / 1000))
  throw new AppError('TOO_MANY', '您一小时内已查看 {max} 次完整信息，请在 {n} 分钟后再试。', {
    values: { max: REVEALS_AN_HOUR, n: Math.ceil(seconds / 60) },
    data: { retryAfterSeconds: seconds },
  })
}

/** Throws TOO_MANY if the user has reached the daily limit of the role. */
export function assertRevealsLeftToday(count: number, limit: number): void {
  if (count < limit) return
  throw new AppError('TOO_MANY', '您今天查看完整信息已达上限 {max} 次，请明天再看，或请管理员调整上限。', {
    values: { max: limit },
  })
}

/** Throws INVALID if a user who is not responsible for the record gives no reason. */
export function assertReason(isEntrusted: boolean, reason: string | undefined): void {
  if (!isEntrusted && !reason) throw invalidField('reason', '请写明查看原因，至少 2 个字')
}

interface RevealedValue {
  entity: LoggedKind
  recordId: number
  companyCode: string
  field: string
  reason: string | undefined
  value: string | null
}

/**
 * Returns the response and the audit line of a revealed value; the line has the field and the reason, never the value.
 * Throws WRONG_STATE if the field is empty.
 */
export function revealResult({ value, field, reason, ...of }: RevealedValue): {
  answer: { value: string }
  line: AuditLine
} {
  if (!value) throw new AppError('WRONG_STATE', '这一项还没有填写，没有可以查看的内容。')
  const why: AuditLine['changes'] = reason ? { reason: [null, reason] } : {}
  const changes: AuditLine['changes'] = { revealed: [null, field], ...why }
  return { answer: { value }, line: { ...of, action: 'reveal', changes } }
}
