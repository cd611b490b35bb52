import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import { planOfRange } from '#db/statements.ts'
import type { Day } from '#kit/calendar.ts'
import { FIRST_DAY, inactiveSpans, runningSpans } from '#operations/attendance/queries.ts'
import { monthBefore, type Period } from '#reporting/reports/rules.ts'
import { seriesFigures } from '#reporting/reports/series.ts'
import { type ComparisonDays, firstDay, isOneOf, type StoreFilter } from '#reporting/reports/storeDays.ts'

export interface AgentFilter extends StoreFilter {
  staffId?: number[] | undefined
}

/** The agents of a report: within reach and matching the filter. Only figures at the filter's stores count. */
export interface ChosenAgents {
  reach: Expression<SqlBool>
  filter: AgentFilter
}

/** A span of days, both inclusive. */
interface Span {
  from: Day
  to: Day
}

/**
 * The first tables of the query: `chosen` (the agents), `served` (the stores), `account` (the agents' nicks at them)
 * and `line` (the figures of linesOf() for the days).
 */
export function agentLines({ reach, filter }: ChosenAgents, from: Day, to: Day) {
  return sql`chosen as materialized (
      select staff.id as staff_id, staff.name as staff_name, staff.name_pinyin as staff_pinyin,
        head.id as leader_id, head.name as leader_name, staff.company_code, ${FIRST_DAY} as first_on, staff.left_on
      from staff join staff head on head.id = coalesce(staff.parent_id, staff.id)
      where staff.role = ${ROLES.agent} and ${reach} and ${isOneOf('staff.id', filter.staffId)}
        and ${isOneOf('head.id', filter.leaderId)} and ${isOneOf('staff.companyCode', filter.companyCode)}),
    served as materialized (
      select store.id as store_id, store.name as store_name, store.name_pinyin as store_pinyin, store.platform,
        store.company_code as store_company
      from store where ${isOneOf('store.id', filter.storeId)} and ${isOneOf('store.platform', filter.platform)}
        and ${isOneOf('store.customerId', filter.customerId)}),
    account as materialized (
      select account.staff_id, account.store_id, account.nick, account.from_on, account.to_on, served.store_company
      from agent_account account join chosen using (staff_id) join served using (store_id)),
    line as (${linesOf({ from, to })})`
}

/**
 * The figures of each nick of an agent on a day: stored figures (imported, or taken from an approved log if no file
 * contains the nick: decision 037), and the figures of approved logs for nicks without stored figures. The companies
 * and days of `agent_daily` are also given as constants, so that PostgreSQL can read the days of many agents as one
 * range of the index by company and day, however long the history is. For a few agents it reads their nicks one by one.
 */
function linesOf({ from, to }: Span) {
  return sql`
      select account.staff_id, d.store_id, d.on_day, d.nick, d.source = 'keyed' as from_log, d.batch_id, null::int as worklog_id,
        d.handled_users as volume, d.consult_users, d.frt_total_cs, d.frt_weight, d.art_total_cs, d.art_weight,
        d.satisfied, d.evaluated, d.inquiry_users, d.order_users, d.updated_at, d.corrected
      from account join agent_daily d ${planOfRange(from, to)} on d.store_id = account.store_id and d.nick = account.nick
          and d.on_day between ${from} and ${to}
          and d.company_code = any(array(select distinct store_company from account))
          and d.on_day >= account.from_on and (account.to_on is null or d.on_day <= account.to_on)
      union all
      select log.staff_id, l.store_id, log.on_day, l.nick, true, null, log.id, l.handled_users, l.consult_users,
        l.frt_cs::bigint * l.handled_users, case when l.frt_cs is not null then l.handled_users end,
        l.art_cs::bigint * l.handled_users, case when l.art_cs is not null then l.handled_users end,
        l.satisfied, l.evaluated, null, null, log.updated_at, '{}'
      from chosen join worklog log using (staff_id) join worklog_line l on l.worklog_id = log.id
        join served using (store_id)
      where log.status = 'approved' and log.on_day between ${from} and ${to} and l.source = 'keyed'
        and not exists (
          select 1 from agent_account account join agent_daily d
            on d.store_id = account.store_id and d.nick = account.nick and d.on_day = log.on_day
          where account.staff_id = log.staff_id and account.store_id = l.store_id
            and account.from_on <= log.on_day and (account.to_on is null or account.to_on >= log.on_day)
            and l.nick in ('', d.nick))`
}

/**
 * The days on which an agent worked: by the roster of the week, or without one by the assignments to stores on trial or
 * in service, and the days as a named stand-in. With a store filter, only days with an assignment to one of the stores.
 * The rule of `dutyOf` (117) by whole days: who is replaced for one shift still counts; `onWholeLeave` excludes leaves.
 */
function workedDays(filter: AgentFilter, from: Day, to: Day) {
  const ofSome = Boolean(filter.storeId ?? filter.platform ?? filter.customerId)
  return sql`assigned as materialized (
      select distinct staff_id, n::date as on_day, stands_in
      from (
          select distinct a.staff_id, greatest(a.from_on, running.from_on) as from_on, least(a.to_on, running.to_on) as to_on,
            a.instead_of is not null as stands_in
          from chosen join store_assignment a using (staff_id)
            join (${runningSpans(sql`select store_id from served`, { from, to })}) running using (store_id)) span
        cross join lateral generate_series(from_on, to_on, interval '1 day') n),
    away as materialized (${inactiveSpans({ from, to })}),
    week as (select distinct staff_id, date_trunc('week', on_day)::date as monday
      from roster_shift join chosen using (staff_id) where on_day between ${from}::date - 6 and ${to}::date + 6),
    worked as (
      select distinct r.staff_id, r.on_day from roster_shift r join chosen using (staff_id)
      where r.on_day between ${from} and ${to} and r.shift not in ('rest', 'leave')
        and (${!ofSome} or exists (
          select 1 from assigned where assigned.staff_id = r.staff_id and assigned.on_day = r.on_day))
      union
      select staff_id, on_day from assigned where stands_in or not exists (
        select 1 from week where week.staff_id = assigned.staff_id
          and week.monday = date_trunc('week', assigned.on_day)::date))`
}

/** SQL condition: an approved leave covers the whole day of an agent of `chosen`. */
const onWholeLeave = sql`exists (select from staff_leave absence
  where absence.staff_id = chosen.staff_id and absence.status = 'approved'
    and day.on_day between absence.from_on and absence.to_on
    and not (absence.from_noon and absence.from_on = day.on_day)
    and not (absence.to_noon and absence.to_on = day.on_day))`

/**
 * The volumes of the same days of the previous month: a separate query for a short report, else the report's own days,
 * which extend back to them.
 */
function earlierVolumes(first: Day, month: Span) {
  const volumes =
    month.to < first
      ? sql`select staff_id, on_day, sum(volume)::int as volume from (${linesOf(month)}) line group by staff_id, on_day`
      : sql`select staff_id, on_day, volume from known`
  return sql`left join (
      select staff_id as month_unit, on_day as month_day, volume as month_ago from (${volumes}) earlier) month
    on month_unit = staff_id and month_day = (on_day - interval '1 month')::date`
}

/** Common tables: `figure` has each agent's day with its volume and comparisons. */
export function agentFigures(
  agents: ChosenAgents,
  period: Period,
  comparison: ComparisonDays = { from: period.from, back: 7 },
) {
  const first = firstDay(period, comparison)
  const month = { from: monthBefore(comparison.from), to: monthBefore(period.to) }
  const earliest = month.to < first || month.from > first ? first : month.from
  return sql`with ${agentLines(agents, earliest, period.to)},
    ${workedDays(agents.filter, earliest, period.to)},
    given as (
      select staff_id, on_day, sum(volume)::int as volume,
        (sum(volume) filter (where from_log))::int as keyed, (sum(volume) filter (where not from_log))::int as imported,
        sum(consult_users)::int as consult_users,
        (sum(frt_total_cs) filter (where frt_weight is not null))::bigint as frt_total_cs,
        (sum(frt_weight) filter (where frt_total_cs is not null))::int as frt_weight,
        (sum(art_total_cs) filter (where art_weight is not null))::bigint as art_total_cs,
        (sum(art_weight) filter (where art_total_cs is not null))::int as art_weight, (sum(satisfied) filter (where evaluated is not null))::int as satisfied,
        (sum(evaluated) filter (where satisfied is not null))::int as evaluated,
        (sum(order_users) filter (where inquiry_users is not null))::int as order_users,
        (sum(inquiry_users) filter (where order_users is not null))::int as inquiry_users,
        max(updated_at) as updated_at, bool_or('handled_users' = any(corrected)) as corrected
      from line group by staff_id, on_day),
    cell as (
      select chosen.staff_id, day.on_day, given.volume, given.keyed, given.imported,
        worked.on_day is not null and day.on_day >= first_on and day.on_day <= coalesce(left_on, day.on_day)
          and not exists (select from away where away.staff_id = chosen.staff_id
            and day.on_day between away.from_on and away.to_on)
          and not ${onWholeLeave} as serving,
        consult_users, frt_total_cs, frt_weight, art_total_cs, art_weight, satisfied, evaluated, order_users,
        inquiry_users, updated_at, coalesce(corrected, false) as corrected
      from chosen
        cross join (select n::date as on_day
          from generate_series(${earliest}::date, ${period.to}::date, interval '1 day') n) day
        left join given on given.staff_id = chosen.staff_id and given.on_day = day.on_day
        left join worked on worked.staff_id = chosen.staff_id and worked.on_day = day.on_day),
    ${seriesFigures({ id: sql`staff_id`, earlier: earlierVolumes(first, month) }, period, comparison)}`
}
