import { addDays, type Day, daysFrom, lastDayOf, monthOf, today } from '#kit/calendar.ts'
import { formatInstant } from '#kit/format.ts'
import type { Context } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import { notify } from '#platform/notices/queries.ts'
import { findPeopleWithLogs, insertReminder, lockPeople } from './calendarQueries.ts'
import type { WorklogCalendar } from './contractDay.ts'
import { earliestDay, pauseUntil } from './rules.ts'
import { canStillSubmit, dayState, lateDays } from './shifts.ts'

type PeopleWithLogs = Awaited<ReturnType<typeof findPeopleWithLogs>>

/** Returns the days on which an agent had a rostered shift or a log, with their states. */
function daysOf(
  { rostered, logs, closedMonths }: PeopleWithLogs,
  { id: staffId, status }: { id: number; status: string },
  days: readonly Day[],
  now: Day,
) {
  const isEmployed = status === 'active'
  return days.flatMap((on) => {
    const shifts = rostered
      .filter((one) => one.staffId === staffId && one.on === on)
      .map(({ shift }) => shift)
    const ofDay = logs.filter((log) => log.staffId === staffId && log.onDay === on)
    const written = ofDay.map((log) => ({
      id: log.id,
      shift: log.shift,
      status: log.status,
    }))
    if (shifts.length === 0 && written.length === 0) return []
    const state = dayState(shifts, written, on < now)
    const day = { on, state, wasReturned: ofDay.some((log) => log.status === 'draft' && log.wasReturned) }
    const isClosed = closedMonths.includes(monthOf(on))
    return [
      {
        on,
        state,
        canStillSubmit: canStillSubmit(day, { today: now, isEmployed, isClosed }),
        logs: written,
        isRostered: shifts.length > 0,
      },
    ]
  })
}

/** 谁没交: returns a month of the agents whose logs the actor reviews. */
export async function readCalendar(
  { db, actor, clock }: Context,
  query: { month?: string | undefined; headId?: number | undefined },
): Promise<WorklogCalendar> {
  const now = today(clock)
  const month = query.month ?? monthOf(now)
  const [from, last] = [`${month}-01`, lastDayOf(month)]
  const to = last < now ? last : now
  const past = from <= now ? daysFrom(from, to) : []
  const written = await findPeopleWithLogs(db, actor, {
    from,
    to: past.length > 0 ? to : from,
    headId: query.headId,
  })
  return {
    month,
    today: now,
    days: daysFrom(from, last),
    agents: written.people.map(({ remindedAt, status, ...person }) => {
      const days = daysOf(written, { id: person.id, status }, past, now)
      const over = days.filter(({ on }) => on < now)
      return {
        ...person,
        days: days.map(({ isRostered: _r, ...day }) => day),
        expected: over.filter(({ isRostered }) => isRostered).length,
        open: over.filter((day) => day.canStillSubmit).length,
        remindedAt: remindedAt?.toISOString() ?? null,
      }
    }),
  }
}

/** Reminds people of days that can still be written but are not submitted, each at most once an hour. */
export async function remind(context: Context, { staffIds }: { staffIds: readonly number[] }) {
  const { db, actor, clock } = context
  const now = today(clock)
  const span = { from: earliestDay(now), to: addDays(now, -1) }
  await lockPeople(db, staffIds)
  const written = await findPeopleWithLogs(db, actor, { ...span, ids: staffIds })
  const results = []
  for (const staffId of new Set(staffIds)) {
    const person = written.people.find(({ id }) => id === staffId)
    const days = person ? lateDays(daysOf(written, person, daysFrom(span.from, span.to), now), now) : []
    const problem = problemOf(person, days, clock())
    if (person && problem === null) await remindOne(context, person, days)
    results.push({ staffId, name: person?.name ?? null, days, problem })
  }
  return { results }
}

function problemOf(
  person: PeopleWithLogs['people'][number] | undefined,
  days: readonly Day[],
  now: Date,
): Sentence | null {
  if (!person) return { sentence: '员工不存在，或不在您可见的范围内。' }
  if (person.status !== 'active') return { sentence: '此人已离职或停用，不能再提交日志。' }
  if (days.length === 0) return { sentence: '最近 7 天没有还能提交的日志，不需要提醒。' }
  const until = pauseUntil(person.remindedAt, now)
  if (!until) return null
  return {
    sentence: '刚提醒过，{at} 以后可以再提醒。',
    values: { at: formatInstant(until.toISOString()) },
  }
}

async function remindOne(
  { db, actor, clock, record }: Context,
  { id: staffId, companyCode }: { id: number; companyCode: string },
  days: Day[],
): Promise<void> {
  const at = clock()
  await insertReminder(db, { companyCode, staffId, days, at, byId: actor.id })
  await notify(db, [
    {
      companyCode,
      staffId,
      at,
      kind: 'worklogReminder',
      title: { sentence: '{name}提醒您提交 {n} 天的工作日志', values: { name: actor.name, n: days.length } },
      text: { sentence: '{days}', values: { days } },
      link: `/store-worklog?on=${days[0]}`,
    },
  ])
  record({
    action: 'remind',
    entity: 'worklog',
    recordId: `staff-${staffId}`,
    companyCode,
    changes: { days: [null, days] },
  })
}
