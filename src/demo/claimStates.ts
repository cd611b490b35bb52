import { monthsToClose } from './closings.ts'

export type Status = 'draft' | 'submitted' | 'approved' | 'returned' | 'rejected' | 'paid'

const STATUSES: readonly Status[] = [
  ...(['paid', 'submitted', 'approved', 'paid', 'draft', 'submitted'] as const),
  ...(['returned', 'paid', 'approved', 'submitted', 'rejected', 'paid'] as const),
]

export const HOUR_MS = 3_600_000

/** Number of claims in the last two months, and in each earlier month with bills. */
const RECENT_CLAIMS = 48
const EARLIER_CLAIMS = 4

export interface ClaimStart {
  /** Its index, which determines its kind and amounts. */
  at: number
  status: Status
  begun: Date
}

/** When each claim was created, oldest first, and its state. */
export function claimStarts(now: Date): ClaimStart[] {
  const earlier = monthsToClose(now).flatMap((month, index) =>
    Array.from({ length: EARLIER_CLAIMS }, (_, turn) => ({
      at: RECENT_CLAIMS + index * EARLIER_CLAIMS + turn,
      status: turn === 1 ? ('rejected' as const) : ('paid' as const),
      begun: new Date(`${month}-${String(4 + turn * 6).padStart(2, '0')}T03:20:00Z`),
    })),
  )
  const recent = Array.from({ length: RECENT_CLAIMS }, (_, at) => {
    const daysAgo = 2 + Math.floor(((RECENT_CLAIMS - at) * 55) / RECENT_CLAIMS)
    const begun = new Date(now.getTime() - daysAgo * 24 * HOUR_MS)
    return { at, status: STATUSES[at % STATUSES.length] as Status, begun }
  })
  return [...earlier, ...recent]
}
