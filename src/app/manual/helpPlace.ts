import { type ManualKey, manualKeys } from './keys.ts'

/** The parameter of the address that opens the manual: `?help=bills`, `?help=bills.2` for a task, `?help=contents`. */
export const HELP = 'help'

/** Opens the table of contents. */
export const CONTENTS = 'contents'

/** A place in the manual: a page, one of its tasks by number, or the table of contents (no key). */
export interface HelpPlace {
  readonly key?: ManualKey
  readonly task?: number
}

const PLACE = /^([a-z-]+)(?:\.(\d{1,2}))?$/

/** The place that an address names; the table of contents for a page that does not exist. Undefined without a name. */
export function placeOf(text: string | null): HelpPlace | undefined {
  if (text === null) return undefined
  const [, name, number] = PLACE.exec(text) ?? []
  const key = manualKeys.find((one) => one === name)
  return key ? { key, ...(number && { task: Number(number) }) } : {}
}
