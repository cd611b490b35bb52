import { can } from '#access/can.ts'
import { useCall } from '#kit/query.tsx'
import type { Read } from '#kit/reads.ts'
import { useUser } from '#kit/ui/user.tsx'
import { duty, type Gap } from '#operations/duty/contract.ts'
import { gapsBySlot } from '#operations/duty/slots/rules.ts'
import { type Leave, leaves } from '#operations/leaves/contract.ts'
import { type AttentionItem, attentionItems } from './attentionItems.ts'
import type { Attention, PeopleAnswer, RosterSelection, StoresAnswer } from './selection.tsx'

/** Leaves that are shown in 要处理; the screen of leaves has all of them. */
const MAX_LEAVES = 50

export interface DutyWeek {
  stores: Read<StoresAnswer>
  people: Read<PeopleAnswer>
  /** Undefined while loading, and for members. */
  attention: Read<Attention> | undefined
  items: AttentionItem[]
  /** The gaps with their proposals, by `slotKey`. */
  gaps: ReadonlyMap<string, Gap>
}

/** Reads the week by store and by person, and what is to be done about it. */
export function useDutyWeek({ monday, headId, keyword, by }: RosterSelection): DutyWeek {
  const reviews = can(useUser(), 'canReviewWorklog')
  const inPage = { keepRows: true, messagePlace: 'inPage' } as const
  const named = keyword || undefined
  const stores = useCall(
    duty.stores,
    { from: monday, headId, ...(by === 'store' && { keyword: named }) },
    inPage,
  )
  const people = useCall(
    duty.people,
    { from: monday, headId, ...(by === 'person' && { keyword: named }) },
    { ...inPage, enabled: by === 'person' },
  )
  const attention = useCall(duty.attention, { headId }, { ...inPage, enabled: reviews })
  const asked = useCall(
    leaves.list,
    { status: ['requested'], sort: 'fromOn', pageSize: MAX_LEAVES },
    { ...inPage, enabled: reviews },
  )
  const decidable = (asked.data?.items ?? []).filter(({ mayDecide }: Leave) => mayDecide)
  return {
    stores,
    people,
    attention: reviews ? attention : undefined,
    items: attention.data ? attentionItems(attention.data, decidable) : [],
    gaps: gapsBySlot(attention.data?.gaps ?? []),
  }
}
