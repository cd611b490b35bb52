import { addDays, type Day } from '#kit/calendar.ts'
import { rateBp } from '#kit/rates.ts'
import { type Comparison, compareWeek, type StoreWeeks } from './comparison.ts'
import type { Thresholds, WarningKind, WarningLevel } from './contract.ts'
import { ordinaryWeeksBefore } from './weeks.ts'

/** A customer whose first day of service is less than this many days before the Monday is too new to be compared. */
export const NEW_DAYS = 28

/** Minimum weekly baseline of a silent store, among active ones, that raises a warning. */
export const SILENT_BASELINE = 7

/** The days of a week in which one agreement with an included volume applied to a store in service. */
export interface QuotaPart {
  storeId: number
  /** Sum of the included daily volume over the days in service. */
  included: number
  /** The volume of these days. */
  volume: number
  /** Price per user over the quota, 分. */
  overageCents: number
}

/** The facts about a customer around a week. */
export interface CustomerFacts {
  stores: readonly StoreWeeks[]
  quota: readonly QuotaPart[]
  /** The first day on which one of its stores was on trial or in service. */
  beganOn: Day | null
}

export interface QuotaUse {
  volume: number
  included: number
  useBp: number
  /**
   * Cost of the week in addition to the monthly fee: per store and agreement max(0, ΣV − included) × unit price, in 分.
   */
  overageCents: number
}

export interface Finding {
  kind: WarningKind
  level: WarningLevel
  /** 接近 and 超量: use of the quota; 下降 and 归零: change against the baseline, all in basis points; 缺数据: days. */
  value: number
}

/** The result of checking a customer's week. */
export interface CheckedWeek {
  volume: number | null
  expected: number
  reported: number
  comparison: Comparison | null
  quota: QuotaUse | null
  findings: readonly Finding[]
  /** The kinds whose open warnings this week resolves. */
  normal: readonly WarningKind[]
}

/** The week's use of the included volume, over the stores that have one; null if none has. */
export function quotaUse(parts: readonly QuotaPart[]): QuotaUse | null {
  const sum = (of: (part: QuotaPart) => number) => parts.reduce((total, part) => total + of(part), 0)
  const [volume, included] = [sum((part) => part.volume), sum((part) => part.included)]
  const useBp = rateBp(volume, included)
  if (useBp === null) return null
  const overageCents = sum((part) => Math.max(0, part.volume - part.included) * part.overageCents)
  return { volume, included, useBp, overageCents }
}

/** 接近 ≥ 90 %, 超量 ≥ 100 %, red ≥ 120 % (or the configured thresholds). */
function quotaFindings(quota: QuotaUse | null, limits: Thresholds): Finding[] {
  if (!quota || quota.useBp < limits.nearBp) return []
  if (quota.useBp < limits.overBp) return [{ kind: 'near', level: 'yellow', value: quota.useBp }]
  const level = quota.useBp >= limits.overRedBp ? 'red' : 'yellow'
  return [{ kind: 'over', level, value: quota.useBp }]
}

/** Whether the change counts as 下降 under the thresholds. */
export const hasFallen = (comparison: Comparison | null, { fallBp }: Thresholds) =>
  comparison?.changeBp !== null && comparison !== null && comparison.changeBp <= -fallBp

/**
 * 归零: red for a volume of 0 with a positive baseline, yellow for silent stores among active ones. 下降: red in the second
 * consecutive week.
 */
function changeFindings(
  now: Comparison | null,
  before: () => Comparison | null,
  limits: Thresholds,
): Finding[] {
  if (now?.changeBp == null) return []
  if (now.volume === 0) return [{ kind: 'zero', level: 'red', value: now.changeBp }]
  const silent = now.stores.some(({ volume, baseline }) => volume === 0 && baseline >= SILENT_BASELINE)
  const zero: Finding[] = silent ? [{ kind: 'zero', level: 'yellow', value: now.changeBp }] : []
  if (!hasFallen(now, limits)) return zero
  const level = hasFallen(before(), limits) ? 'red' : 'yellow'
  return [...zero, { kind: 'fall', level, value: now.changeBp }]
}

/** 缺数据: expected store-days without figures; red if a store reported none in the whole week. */
function missingFindings(
  stores: readonly StoreWeeks[],
  weekOn: Day,
  lacking: number,
  limits: Thresholds,
): Finding[] {
  if (lacking === 0 || lacking < limits.missingDays) return []
  const isSilent = stores.some(({ weeks }) => {
    const week = weeks.get(weekOn)
    return week !== undefined && week.expected === 7 && week.reported === 0
  })
  return [{ kind: 'missing', level: isSilent ? 'red' : 'yellow', value: lacking }]
}

/** The kinds that the week could be checked for and that were not found. */
function normalKinds(
  week: Pick<CheckedWeek, 'quota' | 'comparison' | 'expected'>,
  all: readonly Finding[],
): WarningKind[] {
  const found = new Set(all.map(({ kind }) => kind))
  const families: [judged: boolean, kinds: WarningKind[]][] = [
    [week.quota !== null, ['near', 'over']],
    [(week.comparison?.changeBp ?? null) !== null, ['fall', 'zero']],
    [week.expected > 0, ['missing']],
  ]
  return families.flatMap(([judged, kinds]) =>
    judged && !kinds.some((kind) => found.has(kind)) ? kinds : [],
  )
}

/**
 * Checks a customer's week by the rules of domain.md (周咨询量预警). A promotion week raises and resolves nothing. A customer
 * in service for less than four weeks can only have 超量.
 */
export function checkWeek(
  { stores, quota: parts, beganOn }: CustomerFacts,
  weekOn: Day,
  promotions: ReadonlySet<Day>,
  limits: Thresholds,
): CheckedWeek {
  const weeks = stores.flatMap(({ weeks: storeWeeks }) => storeWeeks.get(weekOn) ?? [])
  const sum = (of: 'volume' | 'expected' | 'reported') => weeks.reduce((total, week) => total + week[of], 0)
  const [expected, reported] = [sum('expected'), sum('reported')]
  const comparison = compareWeek(stores, weekOn, promotions)
  const quota = quotaUse(parts)
  const facts = { volume: reported > 0 ? sum('volume') : null, expected, reported, comparison, quota }
  if (promotions.has(weekOn)) return { ...facts, findings: [], normal: [] }
  const lastOrdinary = ordinaryWeeksBefore(weekOn, promotions)[0]
  const before = () => (lastOrdinary ? compareWeek(stores, lastOrdinary, promotions) : null)
  const all = [
    ...quotaFindings(quota, limits),
    ...changeFindings(comparison, before, limits),
    ...missingFindings(stores, weekOn, expected - reported, limits),
  ]
  const isNew = beganOn === null || beganOn > addDays(weekOn, -NEW_DAYS)
  const findings = isNew ? all.filter(({ kind }) => kind === 'over') : all
  return { ...facts, findings, normal: normalKinds(facts, all) }
}
