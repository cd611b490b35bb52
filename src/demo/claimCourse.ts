import { monthsToClose } from './closings.ts'

export type Status = 'draft' | 'submitted' | 'approved' | 'returned' | 'rejected' | 'paid'

const COURSE: readonly Status[] = [
  ...(['paid', 'submitted', 'approved', 'paid', 'draft', 'submitted'] as const),
  ...(['returned', 'paid', 'approved', 'submitted', 'rejected', 'paid'] as const),
]

export const HOUR_MS = 3_600_000

/** Number of claims in the last two months, and in each earlier month with bills. */
const CLAIMS = 48
const EARLIER = 4

export interface Beginning {
  /** Its index, which determines its kind and amounts. */
  at: number
  status: Status
  begun: Date
}

/** When each claim was created, oldest first, and its state. */
export function beginnings(now: Date): Beginning[] {
  const earlier = monthsToClose(now).flatMap((month, index) =>
    Array.from({ length: EARLIER }, (_, turn) => ({
      at: CLAIMS + index * EARLIER + turn,
      status: turn === 1 ? ('rejected' as const) : ('paid' as const),
      begun: new Date(`${month}-${String(4 + turn * 6).padStart(2, '0')}T03:20:00Z`),
    })),
  )
  const recent = Array.from({ length: CLAIMS }, (_, at) => {
    const daysAgo = 2 + Math.floor(((CLAIMS - at) * 55) / CLAIMS)
    const begun = new Date(now.getTime() - daysAgo * 24 * HOUR_MS)
    return { at, status: COURSE[at % COURSE.length] as Status, begun }
  })
  return [...earlier, ...recent]
}
