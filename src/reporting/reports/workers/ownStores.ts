import { sql } from 'kysely'
import type { Platform, ReplyMetric } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, daysFrom } from '#kit/calendar.ts'
import { rateBp, secondsOf, sumOf } from '#kit/rates.ts'
import { headlineMetrics } from '#operations/replyRate.ts'
import { agentLines } from './agentDays.ts'

/** An agent's own figures at a store on a day, summed over the agent's nicks. */
export interface OwnStore {
  storeId: number
  storeName: string
  platform: Platform
  volume: number | null
  /** The reply rate in the platform's metric, and the store's target, in basis points. */
  metric: ReplyMetric
  rateBp: number | null
  targetBp: number | null
  /** Seconds with one decimal. */
  firstResponseS: number | null
}

interface OwnRow extends Pick<OwnStore, 'storeId' | 'storeName' | 'platform' | 'volume' | 'targetBp'> {
  frtTotalCs: number | null
  frtWeight: number | null
  replied: number | null
  replyBase: number | null
  within3min: number | null
  within3minBase: number | null
}

/** The number of days of the series, ending with the day. */
const SERIES_DAYS = 14

/**
 * An agent's figures on a day: by store, largest volume first, and the agent's volume on each of the last days. The
 * volumes are those of 客服日咨询量, so both add up to the report's figures.
 */
export async function findOwnStores(db: Database, staffId: number, on: Day) {
  const from = addDays(on, 1 - SERIES_DAYS)
  const lines = agentLines({ reach: sql`staff.id = ${staffId}`, filter: {} }, from, on)
  const { rows } = await sql<OwnRow>`with ${lines},
    replies as (
      select account.store_id, sum(d.replied) filter (where d.reply_base is not null) as replied,
        sum(d.reply_base) filter (where d.replied is not null) as reply_base,
        sum(d.within_3min) filter (where d.within_3min_base is not null) as within_3min,
        sum(d.within_3min_base) filter (where d.within_3min is not null) as within_3min_base
      from account join agent_daily d on d.store_id = account.store_id and d.nick = account.nick
          and d.on_day = ${on} and d.on_day >= account.from_on and d.on_day <= coalesce(account.to_on, d.on_day)
      group by account.store_id)
    select line.store_id, store.name as store_name, store.platform, store.target_reply_rate_bp as target_bp,
      sum(volume)::int as volume,
      (sum(frt_total_cs) filter (where frt_weight is not null))::bigint as frt_total_cs,
      (sum(frt_weight) filter (where frt_total_cs is not null))::int as frt_weight,
      max(replied)::int as replied, max(reply_base)::int as reply_base,
      max(within_3min)::int as within_3min, max(within_3min_base)::int as within_3min_base
    from line join store on store.id = line.store_id left join replies on replies.store_id = line.store_id
    where on_day = ${on}
    group by line.store_id, store.id order by volume desc nulls last, store.name_pinyin, store.id`.execute(db)
  const { rows: days } = await sql<{ on: Day; volume: number | null }>`with ${lines}
    select on_day as on, sum(volume)::int as volume from line group by on_day`.execute(db)
  const byDay = new Map(days.map((day) => [day.on, day.volume]))
  return {
    stores: rows.map(toOwnStore),
    series: daysFrom(from, on).map((day) => byDay.get(day) ?? null),
    firstResponseS: secondsOf(
      sumOf(rows.map(({ frtTotalCs }) => frtTotalCs)),
      sumOf(rows.map(({ frtWeight }) => frtWeight)),
    ),
  }
}

function toOwnStore(row: OwnRow): OwnStore {
  const { storeId, storeName, platform, volume, targetBp } = row
  const rates: Record<ReplyMetric, number | null> = {
    replied: rateBp(row.replied, row.replyBase),
    within3min: rateBp(row.within3min, row.within3minBase),
  }
  const provided = rates.replied === null && rates.within3min !== null ? 'within3min' : 'replied'
  const metric = headlineMetrics[platform] ?? provided
  return {
    storeId,
    storeName,
    platform,
    volume,
    metric,
    rateBp: rates[metric],
    targetBp,
    firstResponseS: secondsOf(row.frtTotalCs, row.frtWeight),
  }
}
