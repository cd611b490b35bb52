import { addDays, type Day, daysBetween } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { type Sentence, word } from '#kit/text.ts'
import { timeOf } from '#people/shifts/rules.ts'
import { type ClockSource, type DayState, type FileStatus, MAX_DAYS, type RowState } from './contract.ts'

export const sourceNames: Record<ClockSource, string> = { wecom: '企业微信', dingtalk: '钉钉' }

export const stateNames: Record<DayState, string> = {
  normal: '正常',
  late: '迟到',
  early: '早退',
  missing: '缺卡',
  absent: '旷工',
  unplanned: '未排班到岗',
  leave: '请假',
  unrecorded: '没有记录',
}

export const stateTones = {
  normal: 'green',
  late: 'orange',
  early: 'orange',
  missing: 'orange',
  absent: 'red',
  unplanned: 'blue',
  leave: 'grey',
  unrecorded: 'grey',
} as const

export const rowStateNames: Record<RowState, string> = {
  create: '新增',
  update: '更新',
  same: '不变',
  unknown: '待对应',
  otherTeam: '不在您的小组',
  outside: '不核对',
  closed: '已结账',
  error: '错误',
}

export const rowStateTones = {
  create: 'green',
  update: 'blue',
  same: 'grey',
  unknown: 'orange',
  otherTeam: 'grey',
  outside: 'grey',
  closed: 'grey',
  error: 'red',
} as const

export const fileStatusNames: Record<FileStatus, string> = {
  preview: '待确认',
  committed: '已导入',
  undone: '已撤销',
}

export const fileStatusTones = { preview: 'orange', committed: 'green', undone: 'grey' } as const

/** Clock records can be imported for this many days back. */
export const MAX_DAYS_BACK = 400

const DAY_MINUTES = 24 * 60

/** A punch in minutes from 00:00 of its day, as sheets write it: `08:52`, `次日 02:10`. */
export function timeSentence(minutes: number): Sentence {
  const days = Math.floor(minutes / DAY_MINUTES)
  const time = timeOf(minutes - days * DAY_MINUTES)
  if (days === 0) return { sentence: '{time}', values: { time } }
  return { sentence: days > 0 ? '次日 {time}' : '前日 {time}', values: { time } }
}

/** 迟到 25 分, 缺卡. */
export function stateSentence({ state, minutes }: { state: DayState; minutes: number }): Sentence {
  if (state === 'late') return { sentence: '迟到 {n} 分', values: { n: minutes } }
  if (state === 'early') return { sentence: '早退 {n} 分', values: { n: minutes } }
  return word(stateNames[state])
}

/**
 * The span of a list: as given, else the 31 days that ended yesterday; without an end as long as allowed, until today.
 * Throws INVALID for an empty or long one.
 */
export function spanOf(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  today: Day,
): { from: Day; to: Day } {
  const last = to ?? (from === undefined ? addDays(today, -1) : lastFrom(from, today))
  const first = from ?? addDays(last, -30)
  if (first > last) throw invalidField('to', '结束日期不能早于开始日期。')
  if (daysBetween(first, last) >= MAX_DAYS) throw invalidField('to', '一次最多看 {n} 天。', { n: MAX_DAYS })
  return { from: first, to: last }
}

function lastFrom(from: Day, today: Day): Day {
  const longest = addDays(from, MAX_DAYS - 1)
  return from > today || longest < today ? longest : today
}

/** Throws WRONG_STATE unless the step is the next one: preview → committed → undone. */
export function assertStep(status: FileStatus, step: 'commit' | 'undo'): void {
  if (status === (step === 'commit' ? 'preview' : 'committed')) return
  if (status === 'committed') throw new AppError('WRONG_STATE', '这个文件已经导入过了，没有重复写入。')
  throw new AppError(
    'WRONG_STATE',
    status === 'undone'
      ? '这次导入已经撤销，如需要请重新上传文件。'
      : '这个文件还没有导入，没有可撤销的数据。',
  )
}

/** Throws CONFLICT if the proposal is not the one that the user saw. */
export function assertProposed(proposed: number | null, seen: number): void {
  if (proposed === seen) return
  throw new AppError('CONFLICT', '这一天的建议刚变了，请刷新后再看。')
}

/** Throws FORBIDDEN for the actor's own attendance. */
export function assertNotOwn(actor: { id: number }, staffId: number): void {
  if (actor.id !== staffId) return
  throw new AppError('FORBIDDEN', '自己的出勤由别人决定，组长的由管理员决定。')
}

/** Throws WRONG_STATE if the decision no longer counts. */
export function assertStanding(standing: boolean): void {
  if (!standing) throw new AppError('WRONG_STATE', '这次决定已经撤回。')
}
