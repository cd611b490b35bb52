import { AppError } from '#kit/errors.ts'
import { formatMoney } from '#kit/format.ts'

/** Throws CONFLICT if the balance already exists; a duplicate would count twice. */
export function assertNoDuplicateOpening(
  existing: { code: string | null; totalCents: number } | undefined,
): void {
  if (!existing) return
  throw new AppError('CONFLICT', DUPLICATE_OPENING, { values: namesOf(existing) })
}

/** Error for a sheet row that differs from the existing balance in amount, due day or note. */
export function openingDiffers(existing: { code: string | null; totalCents: number }): AppError {
  return new AppError('CONFLICT', DIFFERENT_OPENING, { values: namesOf(existing) })
}

const DUPLICATE_OPENING = '这笔期初已登记：{code}，{money}。同一天有几笔时，请填原单号区分。'
const DIFFERENT_OPENING = '这笔期初已按 {money} 登记（{code}），内容不同。需要更正时，请先作废那张再登记。'

const namesOf = ({ code, totalCents }: { code: string | null; totalCents: number }) => ({
  code: code ?? '',
  money: formatMoney(totalCents),
})
