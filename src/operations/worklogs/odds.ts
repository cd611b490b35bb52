import type { WorklogLine, WorklogPage } from './contract.ts'

/** What is unusual about a store of a log, the most serious first. */
export type StoreOdd =
  /** The reply rate is below the store's target; both in basis points. */
  | { kind: 'low'; targetBp: number }
  /** The agent's and the file's numbers of buyers are far apart. */
  | { kind: 'differs'; keyed: number; file: number }
  /** The handled buyers are far from the mean of the last 7 days. */
  | { kind: 'far'; mean: number; isKeyed: boolean }
  /** No figures: the file has not come yet, or the agent has keyed none. */
  | { kind: 'missing'; isAwaited: boolean }

/** The log's hours are not those of its shift. */
export interface HoursOdd {
  kind: 'hours'
  hours: number
  shiftHours: number
}

/** A store of a log as its reviewer sees it: its lines, one per nick, and what is unusual. */
export interface ReviewedStore {
  lines: [WorklogLine, ...WorklogLine[]]
  odds: StoreOdd[]
}

/** More than 10 people or more than 10 % of the file's number (domain-2 §7). */
export function isLargeDifference(keyed: number, file: number): boolean {
  const difference = Math.abs(keyed - file)
  return difference > 10 || difference * 10 > file
}

/** Twice the mean or more, or half of it or less; differences of up to 10 people are usual at small stores. */
export function isFar(handled: number, mean: number): boolean {
  return Math.abs(handled - mean) > 10 && (handled >= 2 * mean || 2 * handled <= mean)
}

function oddsOf(lines: readonly WorklogLine[]): StoreOdd[] {
  return [...lowOf(lines), ...differencesOf(lines), ...farOf(lines), ...missingOf(lines)]
}

function lowOf(lines: readonly WorklogLine[]): StoreOdd[] {
  const low = lines.find(isLow)
  const targetBp = low?.targetReplyRateBp ?? null
  return targetBp === null ? [] : [{ kind: 'low', targetBp }]
}

/** Whether a line's reply rate is below the store's target. */
export function isLow({ replyRateBp: rate, targetReplyRateBp: target }: WorklogLine): boolean {
  return rate !== null && target !== null && rate < target
}

function differencesOf(lines: readonly WorklogLine[]): StoreOdd[] {
  return lines.flatMap((line) => {
    const { other } = line
    if (other?.source !== 'keyed') return []
    const isHandled = other.handledUsers !== null && line.handledUsers !== null
    const field = isHandled ? 'handledUsers' : 'consultUsers'
    const [keyed, file] = [other[field], line[field]]
    if (keyed === null || file === null || !isLargeDifference(keyed, file)) return []
    return [{ kind: 'differs' as const, keyed, file }]
  })
}

function farOf(lines: readonly WorklogLine[]): StoreOdd[] {
  const mean = lines[0]?.mean7 ?? null
  const handled = handledOf(lines)
  if (mean === null || handled === null || !isFar(handled, mean)) return []
  return [{ kind: 'far', mean, isKeyed: lines.some(({ source }) => source === 'keyed') }]
}

function missingOf(lines: readonly WorklogLine[]): StoreOdd[] {
  if (!lines.every(({ source }) => source === 'empty')) return []
  return [{ kind: 'missing', isAwaited: lines.some(({ figureSource }) => figureSource === 'file') }]
}

/** Sum of the handled buyers; null without any figure. */
export function handledOf(lines: readonly WorklogLine[]): number | null {
  const values = lines.flatMap(({ handledUsers }) => handledUsers ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
}

const SERIOUSNESS: readonly StoreOdd['kind'][] = ['low', 'differs', 'far', 'missing']

function placeOf({ odds: [first] }: ReviewedStore): number {
  return first ? SERIOUSNESS.indexOf(first.kind) : SERIOUSNESS.length
}

/** Returns the stores of a log, the unusual ones first, otherwise in the order of the log. */
export function reviewedStores(lines: readonly WorklogLine[]): ReviewedStore[] {
  const byStore = Map.groupBy(lines, ({ storeId }) => storeId)
  return [...byStore.values()]
    .map((ofStore) => ({ lines: ofStore as ReviewedStore['lines'], odds: oddsOf(ofStore) }))
    .sort((one, other) => placeOf(one) - placeOf(other))
}

/** What is unusual about the hours of a log. */
export function hoursOdd({ hours, shiftHours }: Pick<WorklogPage, 'hours' | 'shiftHours'>): HoursOdd | null {
  return hours === null || hours === shiftHours ? null : { kind: 'hours', hours, shiftHours }
}
