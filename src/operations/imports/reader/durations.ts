import { scaled, toDecimal } from '#kit/sheets/decimals.ts'

/** Number of decimals of a second that are kept; platforms provide two. */
const PLACES = 4
const UNIT = 10 ** PLACES

const WORDS =
  /^(?:(\d{1,6})天)?(?:(\d{1,6})(?:小时|时))?(?:(\d{1,6})(?:分钟|分))?(?:(\d{1,9}(?:\.\d*)?)(?:秒|s))?$/i
const CLOCK = /^(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2}(?:\.\d*)?)$/

/** Parses a trimmed text as seconds: a plain number, `2分30秒`, `7小时41分52秒`, `00:02:30`; undefined if invalid. */
export function readDuration(text: string): number | undefined {
  const plain = toDecimal(text)
  if (plain) return scaled(plain, PLACES) / UNIT
  const compact = text.replaceAll(' ', '')
  const words = WORDS.exec(compact)
  if (words) return total(words[1], words[2], words[3], words[4])
  const clock = CLOCK.exec(compact)
  return clock ? total(undefined, clock[1], clock[2], clock[3]) : undefined
}

function total(days = '0', hours = '0', minutes = '0', seconds = '0'): number {
  const exact = toDecimal(seconds)
  const whole = (Number(days) * 24 + Number(hours)) * 3_600 + Number(minutes) * 60
  return (whole * UNIT + (exact ? scaled(exact, PLACES) : 0)) / UNIT
}
