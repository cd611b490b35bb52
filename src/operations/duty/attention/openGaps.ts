import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Clock, type Day, minuteOfDay, mondayOf, today as todayOf } from '#kit/calendar.ts'
import { findExperience, findVolumes } from '#operations/duty/candidates/queries.ts'
import type { Gap } from '#operations/duty/contract.ts'
import { findNames } from '#operations/duty/coverageQueries.ts'
import { findDuty } from '#operations/duty/queries.ts'
import type { PersonDay } from '#operations/duty/rules.ts'
import { findShiftsOf } from '#people/shifts/queries.ts'
import { findApprovedLeaves, findStandInPeople, findStoreTeams } from './facts.ts'
import { type GapRun, type ProposedRun, runsOf, withProposals } from './gaps.ts'
import { type CoverageGap, findCoverage, gapsIn } from './queries.ts'

interface Reading {
  db: Database
  actor: Actor
  clock: Clock
}

const MINUTES_OF_DAY = 1440

/** Returns whether a shift of today has ended; a shift across midnight ends tomorrow. */
export async function endedShifts({ db, actor, clock }: Reading): Promise<(shift: string) => boolean> {
  const on = todayOf(clock)
  const now = minuteOfDay(clock())
  const rows = await findShiftsOf(db, actor.companyCode, { from: on, to: on })
  const ends = new Map(
    rows.map((row) => [row.code, row.ends <= row.starts ? row.ends + MINUTES_OF_DAY : row.ends]),
  )
  return (shift) => (ends.get(shift) ?? MINUTES_OF_DAY) <= now
}

/** Maximum number of gaps with proposals. */
const MAX_GAPS = 200

/**
 * What is open from today on, with proposals, and the numbers of this week and today. The number of statements does not
 * depend on the number of gaps.
 */
export async function readGaps(reading: Reading, { to, headId }: { to: Day; headId?: number | undefined }) {
  const { db, actor, clock } = reading
  const today = todayOf(clock)
  const week = { from: mondayOf(today), to: addDays(mondayOf(today), 6) }
  const span = { from: week.from, to }
  const coverage = await findCoverage(db, actor, { ...span, headId, reachOn: today })
  const isOver = await endedShifts(reading)
  const order = new Map(coverage.facts.shifts.map(({ code }, at) => [code, at]))
  const place = ({ shift }: { shift: string }) => order.get(shift) ?? order.size
  const all = gapsIn(coverage)
  const empty = all.filter(({ on, people }) => on === today && people === 0)
  const open = all
    .filter(({ on, shift }) => on > today || (on === today && !isOver(shift)))
    .sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : place(a) - place(b) || a.people - b.people))
  const gaps = await proposalsFor(reading, open, { duty: coverage.facts.duty, from: today, to })
  const ofWeek = coverage.cells.filter(({ on, need }) => on <= week.to && need > 0)
  return {
    week: {
      ...week,
      posts: ofWeek.length,
      covered: ofWeek.filter(({ state }) => state === 'enough' || state === 'over').length,
      empty: ofWeek.filter(({ state }) => state === 'none').length,
    },
    emptyToday: empty
      .map(({ storeId, storeName, shift }) => ({ storeId, storeName, shift, over: isOver(shift) }))
      .sort((a, b) => Number(a.over) - Number(b.over) || place(a) - place(b))
      .slice(0, MAX_GAPS),
    posts: coverage.cells.filter(({ on, need }) => on >= today && need > 0).length,
    unreplaced: gaps
      .filter(({ absent }) => absent.some(({ why }) => why === 'leave'))
      .reduce((sum, { days }) => sum + days.length, 0),
    gaps: gaps.slice(0, MAX_GAPS),
    gapTotal: gaps.length,
  }
}

type Duty = readonly PersonDay[]

async function proposalsFor(
  { db, actor, clock }: Reading,
  gaps: readonly CoverageGap[],
  { duty: assigned, ...span }: { duty: Duty; from: Day; to: Day },
): Promise<Gap[]> {
  if (gaps.length === 0) return []
  const absentIds = [...new Set(gaps.flatMap(({ absent }) => absent))]
  const leaves = await findApprovedLeaves(db, absentIds, span)
  const runs = runsOf(gaps, assigned, leaves)
  const proposed = await propose({ db, actor, clock }, runs, span)
  const names = new Map((await findNames(db, 'staff', absentIds)).map(({ id, name }) => [id, name]))
  return proposed.map(({ absent, ...run }) => ({
    ...run,
    absent: absent.map((one) => ({ ...one, name: names.get(one.staffId) ?? '' })),
  }))
}

/** Adds candidates to the runs that are shown. */
async function propose(
  { db, actor, clock }: Reading,
  runs: readonly GapRun[],
  span: { from: Day; to: Day },
): Promise<(ProposedRun & { dailyVolume: number | null })[]> {
  const people = await findStandInPeople(db, actor)
  const staffIds = people.map(({ id }) => id)
  const storeIds = [...new Set(runs.map(({ storeId }) => storeId))]
  const duty = await findDuty(db, { companyCode: actor.companyCode, ...span, staffIds })
  const teams = await findStoreTeams(db, storeIds, span)
  const experience = await findExperience(db, { staffIds, storeIds })
  const covered = duty.flatMap(({ posts }) => posts.map(({ storeId }) => storeId))
  const volumes = await findVolumes(db, [...new Set([...storeIds, ...covered])], todayOf(clock))
  const teamsOf = (storeId: number) => teams.get(storeId) ?? new Set<number>()
  const shown = withProposals(runs.slice(0, MAX_GAPS), { people, duty, experience, volumes, teamsOf })
  const unshown = runs.slice(MAX_GAPS).map((run) => ({ ...run, proposed: null, candidates: [] }))
  return [...shown, ...unshown].map((run) => {
    const volume = volumes.get(run.storeId)
    return { ...run, dailyVolume: volume === undefined ? null : Math.round(volume) }
  })
}
