import type { Values } from './form/values.ts'

/** Unsent input of a form. It never contains passwords, contacts or pay. */
export interface Draft {
  /** The form's title: 编辑杭州晨曦家居有限公司. */
  title: string
  /** Milliseconds since 1970. */
  savedAt: number
  /** The version of the edited record; absent for a new one. */
  version?: number
  /** The fields that differ from their initial values. */
  values: Values
  /** The initial values of those fields. */
  before: Values
  /** The labels of changed fields that are not saved. */
  left: string[]
}

/** Key of a draft: the user's id, the form, the record. */
export type DraftKey = [personId: number, form: string, record: number | 'new']

const DAY_MS = 86_400_000

/** Unused drafts expire after this time. */
export const DRAFT_LIFE_MS = 14 * DAY_MS

/** Whether a draft is too old to be offered. */
export function isExpired(draft: Pick<Draft, 'savedAt'>, now: number): boolean {
  return now - draft.savedAt > DRAFT_LIFE_MS
}

/** How long ago, in the largest unit that fits, as a sentence and its number. */
export function ago(then: number, now: number): [sentence: string, n: number] {
  const minutes = Math.floor((now - then) / 60_000)
  if (minutes < 1) return ['刚才', 0]
  if (minutes < 60) return ['{n} 分钟前', minutes]
  if (minutes < 24 * 60) return ['{n} 小时前', Math.floor(minutes / 60)]
  return ['{n} 天前', Math.floor(minutes / (24 * 60))]
}

/** The form's name in a draft's key: its route, and the values that the screen has fixed, without the version. */
export function formName(route: string, fixed: Values | undefined): string {
  const entries = Object.entries(fixed ?? {}).filter(([key]) => key !== 'version')
  return entries.length > 0 ? `${route} ${JSON.stringify(Object.fromEntries(entries))}` : route
}
