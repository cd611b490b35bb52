import { useSearchParams } from 'react-router'
import type * as z from 'zod'
import { coversCompany, reachOf } from '#access/can.ts'
import { type Day, isDay, mondayOf, today } from '#kit/calendar.ts'
import { useUser } from '#kit/ui/user.tsx'
import type { duty } from '#operations/duty/contract.ts'

/** 按店铺: who serves each store. 按人: each person's shifts and stores. */
export type RosterView = 'store' | 'person'

/** The selection of the page; stored in the query string. */
export interface RosterSelection {
  monday: Day
  /** The day that a phone shows. */
  day: Day
  by: RosterView
  headId: number | undefined
  /** Part of a store's name or code, or of a person's name or number. */
  keyword: string
  /** Whether the roster of the people is being edited. */
  editing: boolean
}

export type StoresAnswer = z.output<typeof duty.stores.output>
export type PeopleAnswer = z.output<typeof duty.people.output>
export type Attention = z.output<typeof duty.attention.output>

/** What the user may do with assignments: everything within reach, hand over own shifts, or nothing. */
export type Rights = 'all' | 'own' | 'none'

export function useRights(): Rights {
  const user = useUser()
  const reach = reachOf(user, 'canAssignStore')
  if (!reach || user.viewer) return 'none'
  return reach === 'own' ? 'own' : 'all'
}

/** Whether the user sees several teams. */
export function useChoosesTeam(): boolean {
  return coversCompany(reachOf(useUser(), 'canAssignStore'))
}

/** Stores the selection in the query string; a change closes what is open over the week. */
export function useSelection(): [RosterSelection, (change: Partial<RosterSelection>) => void] {
  const [params, setParams] = useSearchParams()
  const isMember = reachOf(useUser(), 'canAssignStore') === 'own'
  const now = today(() => new Date())
  const week = params.get('week') ?? ''
  const asked = params.get('day') ?? ''
  const monday = mondayOf(isDay(week) ? week : isDay(asked) ? asked : now)
  const fallback = monday === mondayOf(now) ? now : monday
  const by = params.get('by') ?? (isMember ? 'person' : 'store')
  const shown: RosterSelection = {
    monday,
    day: isDay(asked) && mondayOf(asked) === monday ? asked : fallback,
    by: by === 'store' ? 'store' : 'person',
    headId: Number(params.get('headId')) || undefined,
    keyword: params.get('keyword') ?? '',
    editing: params.get('edit') === '1',
  }
  const change = (changes: Partial<RosterSelection>) => {
    const next = { ...shown, ...changes }
    setParams(
      {
        week: next.monday,
        by: next.by,
        ...(changes.day && { day: changes.day }),
        ...(next.headId && { headId: String(next.headId) }),
        ...(next.keyword && { keyword: next.keyword }),
        ...(next.editing && next.by === 'person' && { edit: '1' }),
      },
      { preventScrollReset: true },
    )
  }
  return [shown, change]
}
