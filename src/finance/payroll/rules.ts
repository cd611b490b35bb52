import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { StartedBooks } from '#people/books/rules.ts'

export const onlyNames = { corrected: '有更正', absent: '缺勤', unmeasured: '没有排班' } as const

export const conflicts: Conflicts = {
  payroll_correction_reversed_once: { field: 'reason', message: '这条更正刚被撤销，请刷新后再看。' },
}

interface CorrectionInput {
  amountCents?: number | undefined
  days?: number | undefined
}

/** Throws INVALID unless exactly one of amount and days is given and not 0. */
export function assertAmountOrDays({ amountCents, days }: CorrectionInput): void {
  if (amountCents !== undefined && days !== undefined) {
    throw invalidField('days', '金额和出勤天数请分两条更正。')
  }
  if (amountCents === undefined && days === undefined) {
    throw invalidField('amountCents', '请填写要加减的金额或出勤天数。')
  }
  if (amountCents === 0) throw invalidField('amountCents', '金额不能是 0；减少请填负数。')
  if (days === 0) throw invalidField('days', '天数不能是 0；减少请填负数。')
}

/** Throws WRONG_STATE if the month has not begun. */
export function assertMonthBegun(month: string, thisMonth: string): void {
  if (month <= thisMonth) return
  throw new AppError('WRONG_STATE', '{month} 还没有开始，不能更正。', { values: { month } })
}

/** Throws WRONG_STATE if the month is before the books begin. */
export function assertInBooks({ from }: StartedBooks, month: string): void {
  if (month >= from) return
  throw new AppError('WRONG_STATE', '{month} 在启用月份（{from}）之前，不能更正。', {
    values: { month, from },
  })
}

/** Throws PERIOD_CLOSED if the month's sheets are frozen. */
export function assertNotFrozen(frozen: boolean, month: string): void {
  if (!frozen) return
  throw new AppError('PERIOD_CLOSED', '{month} 已结账，工资不能再更正；请更正在还没结账的月份。', {
    values: { month },
  })
}

/** Throws WRONG_STATE if the correction is a reversal or already reversed. */
export function assertReversible(line: { reversesId: number | null; reversed: boolean }): void {
  if (line.reversesId !== null)
    throw new AppError('WRONG_STATE', '这一条是撤销，不能再撤销；请另记一条更正。')
  if (line.reversed) throw new AppError('WRONG_STATE', '这条更正已经撤销。')
}
