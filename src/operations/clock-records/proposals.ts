import { type Sentence, word } from '#kit/text.ts'
import type { ComparedDay } from './compare.ts'
import type { DayState } from './contract.ts'
import type { Basis } from './rule/contract.ts'
import { stateSentence, timeSentence } from './rules.ts'

/** The log of a day: none (or a draft), handed in, approved. */
export type LogState = 'none' | 'open' | 'approved'

/** Half days that count for pay by the company's basis, at most 2. */
export function countedHalves(basis: Basis, halves: number, log: LogState): number {
  const logged = log === 'approved' ? 2 : 0
  return basis === 'log' ? logged : basis === 'clock' ? halves : Math.min(logged, halves)
}

export interface Proposal {
  halfDays: number
  reason: Sentence
}

interface Situation {
  basis: Basis
  log: LogState
  /** Half days of earlier proposals that were taken and still count. */
  takenHalves: number
}

/** Nothing is known about these days, or they owe no attendance: only what was taken before can be given back. */
const UNJUDGED: readonly DayState[] = ['leave', 'unrecorded']

/**
 * What attendance lacks or has too much by the clock: half days by the clock, minus those that count by the basis, minus
 * those of proposals taken before; null if they agree. A missing punch costs nothing if a log was approved. A log that
 * waits for its review adds nothing yet, since the day counts once it is approved.
 */
export function proposalOf(day: ComparedDay, { basis, log, takenHalves }: Situation): Proposal | null {
  const halfDays = targetOf(day, basis, log) - countedHalves(basis, day.halves, log) - takenHalves
  if (halfDays === 0 || (halfDays > 0 && log === 'open')) return null
  return { halfDays, reason: reasonOf(day, log) }
}

function targetOf(day: ComparedDay, basis: Basis, log: LogState): number {
  const counted = countedHalves(basis, day.halves, log)
  const states = day.states.map(({ state }) => state)
  if (states.some((state) => UNJUDGED.includes(state))) return counted
  // A person without a shift is not asked for a clock: nothing is taken away.
  if (states.includes('unplanned')) return Math.max(counted, day.halves)
  return log === 'approved' && day.punches.length > 0 ? day.halvesIfPresent : day.halves
}

const LOG_WORDS: Record<LogState, string> = {
  none: '没有日志',
  open: '日志待审核',
  approved: '日志已通过',
}

/** Says why: the punches, what they mean, and the log. */
function reasonOf({ punches, states }: ComparedDay, log: LogState): Sentence {
  const [first, last] = [punches[0], punches.at(-1)]
  const found = states.map(stateSentence)
  const values = { found, log: word(LOG_WORDS[log]) }
  if (first === undefined || last === undefined) return { sentence: '没有打卡：{found}，{log}', values }
  if (first === last) {
    return { sentence: '打卡 {at}：{found}，{log}', values: { ...values, at: timeSentence(first) } }
  }
  const times = { from: timeSentence(first), to: timeSentence(last) }
  return { sentence: '打卡 {from}–{to}：{found}，{log}', values: { ...values, ...times } }
}
