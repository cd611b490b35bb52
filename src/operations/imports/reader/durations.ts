import { scaled, toDecimal } from '#kit/sheets/decimals.ts'

/** Number of decimals of a second that are kept; platforms provide two. */
const DECIMALS = 4
const SCALE = 10 ** DECIMALS

const UNIT_FORMAT =
  /^(?:(\d{1,6})天)?(?:(\d{1,6})(?:小时|时))?(?:(\d{1,6})(?:分钟|分))?(?:(\d{1,9}(?:\.\d*)?)(?:秒|s))?$/i
const CLOCK_FORMAT = /^(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2}(?:\.\d*)?)$/

/** Parses a trimmed text as seconds: a plain number, `2分30秒`, `7小时41分52秒`, `00:02:30`; undefined if invalid. */
export function readDuration(text: string): number | undefined {
  const plain = toDecimal(text)
  if (plain) return scaled(plain, DECIMALS) / SCALE
  const compact = text.replaceAll(' ', '')
  const units = UNIT_FORMAT.exec(compact)
  if (units) return totalSeconds(units[1], units[2], units[3], units[4])
  const clock = CLOCK_FORMAT.exec(compact)
  return clock ? totalSeconds(undefined, clock[1], clock[2], clock[3]) : undefined
}

function totalSeconds(days = '0', hours = '0', minutes = '0', seconds = '0'): number {
  const exact = toDecimal(seconds)
  const wholeSeconds = (Number(days) * 24 + Number(hours)) * 3_600 + Number(minutes) * 60
  return (wholeSeconds * SCALE + (exact ? scaled(exact, DECIMALS) : 0)) / SCALE
}
