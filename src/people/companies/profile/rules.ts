import { type Actor, reachOf } from '#access/can.ts'
import { AppError, type FieldErrors, notFound } from '#kit/errors.ts'
import type { Sentence } from '#kit/text.ts'

/** Throws NOT_FOUND for another company, unless the actor administers all companies. */
export function assertReached(actor: Actor, code: string): void {
  if (code !== actor.companyCode && reachOf(actor, 'canAdmin') !== 'all') throw notFound('公司')
}

/** The account as it is stored; empty parts are null. */
interface PayeeParts {
  payeeBank: string | null
  payeeName: string | null
  payeeAccount: string | null
}

/** The sentence for each part of the account that is missing. */
const MISSING: Record<keyof PayeeParts, Sentence> = {
  payeeBank: { sentence: '还要填开户行，或三项都不填。' },
  payeeName: { sentence: '还要填户名，或三项都不填。' },
  payeeAccount: { sentence: '还要填账号，或三项都不填。' },
}

/** Throws INVALID for the missing parts if only some parts of the account are filled in. */
export function assertPayeeWhole({ payeeBank, payeeName, payeeAccount }: PayeeParts): void {
  const parts = { payeeBank, payeeName, payeeAccount }
  const keys = Object.keys(parts) as (keyof PayeeParts)[]
  const missing = keys.filter((key) => parts[key] === null)
  if (missing.length === 0 || missing.length === keys.length) return
  const fields: FieldErrors = Object.fromEntries(missing.map((key) => [key, MISSING[key]]))
  throw new AppError('INVALID', '收款账户要填齐开户行、户名和账号，或三项都不填。', { data: { fields } })
}
