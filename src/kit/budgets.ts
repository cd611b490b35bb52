import { effectiveRole } from '#access/can.ts'
import { type Clock, dayOf } from './calendar.ts'
import { AppError } from './errors.ts'
import type { Person } from './person.ts'
import type { Sentence } from './text.ts'

/** How much of one thing a person may do in an hour or on a day. The figures are explained in docs/decisions/127. */
interface Budget {
  per: keyof typeof WINDOWS
  max: number
  /** Of a member of a team, who needs less than an admin who sets up a company; default: `max`. */
  maxOfMembers?: number
  /** The amount that one statement reserves; what is left of it when the program stops counts as used. */
  block: number
  /** With `{max}` and `{left}`, the time until there is room again. */
  refusal: string
  /** Units of the amount in one unit of the sentence: 1024 for KiB that are shown as MiB. */
  shownUnit?: number
}

const KIB_PER_MIB = 1_024

/** All budgets. An endpoint names its own (`budget` of the contract); `serve.ts` charges the others for every write. */
export const BUDGETS = {
  /** Texts that are saved before they count: work logs, bills, claims for reimbursement. */
  draft: {
    per: 'day',
    max: 1_000,
    block: 10,
    refusal: '您今天已保存草稿 {max} 次，请在 {left}后再保存。',
  },
  /** Whatever asks other people for something: questions about figures, claims of nicks, reminders, test messages. */
  question: {
    per: 'day',
    max: 100,
    block: 1,
    refusal: '您今天已提出疑问、认领和提醒 {max} 次，请在 {left}后再提。',
  },
  /** Files that are read, and writes that are tried, without an effect. */
  preview: {
    per: 'day',
    max: 3_000,
    block: 10,
    refusal: '您今天已预检、预览和试算 {max} 次，请在 {left}后再试。',
  },
  export: {
    per: 'day',
    max: 300,
    block: 1,
    refusal: '您今天已导出和下载 {max} 次，请在 {left}后再导出。',
  },
  /** Requests that write anything. */
  write: {
    per: 'hour',
    max: 3_600,
    block: 20,
    refusal: '您一小时内已保存 {max} 次，请在 {left}后再试。',
  },
  /** KiB of the bodies of such requests. */
  body: {
    per: 'hour',
    max: 12 * KIB_PER_MIB,
    maxOfMembers: 3 * KIB_PER_MIB,
    block: 64,
    refusal: '您一小时内提交的内容已达上限（{max} MB），请在 {left}后再试。',
    shownUnit: KIB_PER_MIB,
  },
  /** KiB of uploaded files. */
  file: {
    per: 'hour',
    max: 400 * KIB_PER_MIB,
    maxOfMembers: 20 * KIB_PER_MIB,
    block: 256,
    refusal: '您一小时内上传的文件已达上限（合计 {max} MB），请在 {left}后再传。',
    shownUnit: KIB_PER_MIB,
  },
  /** Rows of files that are stored for a preview. */
  row: {
    per: 'hour',
    max: 2_000_000,
    maxOfMembers: 30_000,
    block: 500,
    refusal: '您一小时内上传的表格已达上限（合计 {max} 行），请在 {left}后再传。',
  },
  /** Complete sign-ins: each adds a session, and one on a new device a notice. */
  signIn: {
    per: 'hour',
    max: 1_200,
    block: 1,
    refusal: '您一小时内已登录 {max} 次，请在 {left}后再登录。',
  },
} satisfies Record<string, Budget>

export type BudgetKind = keyof typeof BUDGETS

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The periods of budgets. A day begins at midnight in Shanghai. Of the hour before, the part counts that is less than an
 * hour ago, as if that hour had been used evenly: otherwise two full budgets would fit around a change of the hour.
 */
const WINDOWS = {
  day: {
    ms: DAY_MS,
    isSliding: false,
    sinceAt: (now: Date) => new Date(`${dayOf(now)}T00:00:00+08:00`).getTime(),
  },
  hour: {
    ms: HOUR_MS,
    isSliding: true,
    sinceAt: (now: Date) => Math.floor(now.getTime() / HOUR_MS) * HOUR_MS,
  },
}

/** The current period of a budget. */
export interface Window {
  per: Budget['per']
  since: Date
  /** The beginning of the period before. */
  sinceBefore: Date
  /** The share of the period before that still counts, from 0 to 1. */
  weightBefore: number
  msLeft: number
}

/** The period of a budget in which an instant is. */
export function windowOf(kind: BudgetKind, clock: Clock): Window {
  const { per } = BUDGETS[kind]
  const { ms, isSliding, sinceAt } = WINDOWS[per]
  const now = clock()
  const since = sinceAt(now)
  const msLeft = since + ms - now.getTime()
  return {
    per,
    since: new Date(since),
    sinceBefore: new Date(since - ms),
    weightBefore: isSliding ? msLeft / ms : 0,
    msLeft,
  }
}

/** The most that a person may use in a period. `factor`: the installation's multiple of all budgets. */
export function maxOf(
  kind: BudgetKind,
  person: Pick<Person, 'id' | 'role' | 'parentId' | 'companyCode'>,
  factor: number,
): number {
  const budget: Budget = BUDGETS[kind]
  const isMember = effectiveRole(person) === 'member'
  return factor * (isMember ? (budget.maxOfMembers ?? budget.max) : budget.max)
}

/** The error for a used-up budget, with the time after which `amount` fits at the latest. */
export function budgetError(
  kind: BudgetKind,
  { max, amount, window }: { max: number; amount: number; window: Window },
): AppError {
  const { refusal, shownUnit = 1 }: Budget = BUDGETS[kind]
  const { ms, isSliding } = WINDOWS[window.per]
  // When a new hour begins, the one before counts whole; room for the amount follows as it ages.
  const ageing = isSliding ? (ms * Math.min(amount, max)) / max : 0
  const seconds = Math.max(1, Math.ceil((window.msLeft + ageing) / 1_000))
  return new AppError('TOO_MANY', refusal, {
    values: { max: Math.floor(max / shownUnit), left: durationText(seconds) },
    data: { retryAfterSeconds: seconds },
  })
}

const MINUTE_S = 60
const HOUR_S = 3_600

/** A time to wait, rounded up: seconds below two minutes, minutes below two hours, then hours and minutes. */
export function durationText(seconds: number): Sentence {
  if (seconds < 2 * MINUTE_S) return { sentence: '{n} 秒', values: { n: seconds } }
  const minutes = Math.ceil(seconds / MINUTE_S)
  if (minutes < 2 * MINUTE_S) return { sentence: '{n} 分钟', values: { n: minutes } }
  const [hours, rest] = [Math.floor((minutes * MINUTE_S) / HOUR_S), minutes % MINUTE_S]
  return { sentence: '{n} 小时 {rest} 分', values: { n: hours, rest } }
}
