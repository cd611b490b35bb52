import { scaled, toDecimal } from '#kit/sheets/decimals.ts'

/** A tier: monthly fee in 分 up to a daily mean volume, null for no limit. */
interface Tier {
  upTo: number | null
  monthlyCents: number
}

const NO_LIMIT = '以上'

/** The tiers of a price as one cell: `100：3000.00；200：4000.00；以上：6000.00`. */
export function tierText(tiers: readonly Tier[]): string {
  return tiers.map(({ upTo, monthlyCents }) => `${upTo ?? NO_LIMIT}：${yuanText(monthlyCents)}`).join('；')
}

const yuanText = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Reads such a cell; undefined if it has another form. Limits and order are checked by the schema of prices. */
export function tiersIn(text: string): Tier[] | undefined {
  const parts = text.split(/[；;、\n]/).filter((part) => part.trim() !== '')
  const tiers = parts.map(tierIn)
  return tiers.length > 0 && tiers.every((tier) => tier !== undefined) ? tiers : undefined
}

function tierIn(part: string): Tier | undefined {
  const [limit = '', fee = '', ...more] = part.split(/[：:=]/).map((piece) => piece.trim())
  const cents = toDecimal(fee.replace(/^[¥￥]/, ''))
  const isOpen = limit === NO_LIMIT || limit === '不限'
  if (more.length > 0 || !cents || cents.fraction.length > 2 || !(isOpen || /^\d{1,7}$/.test(limit)))
    return undefined
  return { upTo: isOpen ? null : Number(limit), monthlyCents: scaled(cents, 2) }
}
