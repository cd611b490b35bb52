import type { Platform, ReplyMetric } from '#clients/stores/contract.ts'
import { difference, rateBp } from '#kit/rates.ts'

/**
 * The reply rate (domain.md, 店铺日回复率; docs/decisions/009). A store's rate is in the metric of its platform:
 * - `replied`, 回复率 = replied ÷ reply base = (consulted − unreplied) ÷ consulted;
 * - `within3min`, 3 分钟回复率 = replied within 3 minutes ÷ its base.
 *
 * The quotient is `rateBp` (kit/rates.ts), in SQL `rateBpSql` (kit/ratesSql.ts). Over stores or days it is always Σ ÷ Σ,
 * and metrics are never added.
 */

/** The reply metric of each platform. Other platforms use the metric that they provide, reply rate first. */
export const headlineMetrics: Partial<Record<Platform, ReplyMetric>> = {
  taobao: 'replied',
  tmall: 'replied',
  jd: 'replied',
  pdd: 'within3min',
  douyin: 'within3min',
  kuaishou: 'within3min',
}

/** The platforms with this metric; none of those that have no fixed one. */
export const platformsOf = (metric: ReplyMetric): string[] =>
  Object.entries(headlineMetrics).flatMap(([platform, headline]) => (headline === metric ? [platform] : []))

/** The columns of each metric's numerator and denominator; the same in all tables of figures. */
export const replyColumns: Record<ReplyMetric, [numerator: string, denominator: string]> = {
  replied: ['replied', 'reply_base'],
  within3min: ['within_3min', 'within_3min_base'],
}

/** (consulted − unreplied) ÷ consulted in basis points; null if one is unknown or nobody asked. */
export function repliedRateBp(consulted: number | null, unreplied: number | null): number | null {
  return rateBp(difference(consulted, unreplied), consulted)
}
