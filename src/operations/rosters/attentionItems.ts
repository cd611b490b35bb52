import type * as z from 'zod'
import type { Day } from '#kit/calendar.ts'
import type { Candidate, Contradiction, duty, Gap } from '#operations/duty/contract.ts'
import type { Leave } from '#operations/leaves/contract.ts'

export type StandIn = z.input<typeof duty.accept.input>['standIns'][number]

/** One thing to do; `on` is its first day. The gaps of one person's leave in a shift are one thing. */
export type AttentionItem =
  | { kind: 'gaps'; key: string; on: Day; gaps: readonly [Gap, ...Gap[]] }
  | { kind: 'leave'; key: string; on: Day; leave: Leave }
  | { kind: 'contradiction'; key: string; on: Day; contradiction: Contradiction }

/** The absent person whose leave causes a gap. */
export const onLeaveIn = (gap: Gap) => gap.absent.find(({ why }) => why === 'leave')

const gapKey = (gap: Gap) => {
  const days = gap.days.join()
  const leave = onLeaveIn(gap)
  return leave ? `leave ${leave.staffId} ${gap.shift} ${days}` : `gap ${gap.storeId} ${gap.shift} ${days}`
}

/** Returns what is to be done, the next day first; contradictions last, since nothing fails because of them. */
export function attentionItems(
  { gaps, contradictions }: { gaps: readonly Gap[]; contradictions: readonly Contradiction[] },
  leaves: readonly Leave[],
): AttentionItem[] {
  const groups = Map.groupBy(gaps, gapKey)
  const open = [...groups].flatMap(([key, [first, ...others]]): AttentionItem[] =>
    first ? [{ kind: 'gaps', key, on: first.days[0] ?? '', gaps: [first, ...others] }] : [],
  )
  const asked = leaves.map(
    (leave): AttentionItem => ({ kind: 'leave', key: `asked ${leave.id}`, on: leave.fromOn, leave }),
  )
  const odd = contradictions.map((contradiction): AttentionItem => {
    const { kind, on, staffId, storeId, shift } = contradiction
    return { kind: 'contradiction', key: `${kind} ${on} ${staffId} ${storeId} ${shift}`, on, contradiction }
  })
  const byDay = [...open, ...asked].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  return [...byDay, ...odd]
}

/** The stand-in that accepting a candidate for a gap writes; null without a candidate. */
export function standInOf(gap: Gap, candidate: Candidate | null = gap.proposed): StandIn | null {
  const [fromOn, toOn] = [gap.days[0], gap.days.at(-1)]
  if (!candidate || !fromOn || !toOn) return null
  return {
    storeId: gap.storeId,
    shift: gap.shift,
    fromOn,
    toOn,
    staffId: candidate.staffId,
    insteadOf: gap.absent[0]?.staffId ?? null,
  }
}

/** The stand-ins that the items propose. */
export function proposalsIn(items: readonly AttentionItem[]): StandIn[] {
  return items.flatMap((item) =>
    item.kind === 'gaps' ? item.gaps.flatMap((gap) => standInOf(gap) ?? []) : [],
  )
}
