import { type ManualKey, manualKeys } from './keys.ts'

/** A place in the manual: a page, one of its tasks by number, or the table of contents (no key). */
export interface HelpPlace {
  readonly key?: ManualKey
  readonly task?: number
}

const PLACE = /^([a-z-]+)(?:\.(\d{1,2}))?$/

/** The place that a name in the address stands for; the table of contents for a page that does not exist. */
export function placeOf(text: string): HelpPlace {
  const [, name, number] = PLACE.exec(text) ?? []
  const key = manualKeys.find((one) => one === name)
  return key ? { key, ...(number && { task: Number(number) }) } : {}
}
