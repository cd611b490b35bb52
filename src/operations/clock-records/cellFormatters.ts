import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { Say } from '#kit/text.ts'
import type { ClockDay, ClockFile } from './contract.ts'
import { stateSentence, timeSentence } from './rules.ts'

/** `+1 天`, `−0.5 天`. */
export function daysText(halfDays: number, say: Say): string {
  const days = Math.abs(halfDays) / 2
  return say(halfDays < 0 ? '−{n} 天' : '+{n} 天', { n: days })
}

/** The names and times of the shifts, and the punches of a day. */
export const shiftsText = ({ shifts }: Pick<ClockDay, 'shifts'>, say: Say): string =>
  shifts.map(({ name, from, to }) => `${say(name)} ${from}–${to}`).join(say('、'))

export const punchesText = ({ punches }: Pick<ClockDay, 'punches'>, say: Say): string | null =>
  punches.length === 0 ? null : punches.map((minutes) => say(timeSentence(minutes))).join('  ')

export const logNames: Record<ClockDay['log'], string> = {
  none: '没有日志',
  open: '待审核',
  approved: '已通过',
}

/** Cell formatters of the lists of days and of files. */
export const clockFormatters = {
  shifts: {
    name: 'clock.shifts',
    of: (row, say) => (row.shifts.length === 0 ? null : shiftsText(row, say)),
  } as CellFormatter<ClockDay>,
  punches: { name: 'clock.punches', of: punchesText } as CellFormatter<ClockDay>,
  states: {
    name: 'clock.states',
    of: ({ states }, say) => states.map((state) => say(stateSentence(state))).join(say('、')),
  } as CellFormatter<ClockDay>,
  proposal: {
    name: 'clock.proposal',
    of: ({ proposal, decision }, say) => {
      if (proposal)
        return say('建议 {days}：{reason}', {
          days: daysText(proposal.halfDays, say),
          reason: proposal.reason,
        })
      if (!decision) return null
      const values = { days: daysText(decision.halfDays, say), name: decision.byName }
      return say(decision.taken ? '{name}接受了 {days}' : '{name}没有接受 {days}', values)
    },
  } as CellFormatter<ClockDay>,
  days: {
    name: 'clockFiles.days',
    of: ({ from, to }, say) => (from && to ? say('{from} 至 {to}', { from, to }) : null),
  } as CellFormatter<ClockFile>,
}
