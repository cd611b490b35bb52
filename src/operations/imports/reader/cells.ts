import { cellProblem, cleanCell, isNoValue, quoteCell, type Reading } from '#kit/sheets/cells.ts'
import { scaled, toDecimal } from '#kit/sheets/decimals.ts'
import { word } from '#kit/text.ts'

const NO_VALUE: Reading<never> = { value: null }
const MAX_COUNT = 2_147_483_647
const MAX_CENTS = 1_000_000_000_000_00
const MAX_SECONDS = 10_000_000

function parseCell(text: string, parse: (clean: string) => Reading<number>): Reading<number> {
  const clean = cleanCell(text)
  if (isNoValue(clean)) return NO_VALUE
  return clean === '延迟统计' ? { pending: true } : parse(clean)
}

/** Reads a whole number from 0: `1,367`, `377.0`. */
export function readCount(text: string): Reading<number> {
  return parseCell(text, (clean) => {
    const number = toDecimal(clean)
    if (!number) return cellProblem('{cell}不是数字，这里应是整数，如 1,367。', text)
    if (number.negative && scaled(number, 15) !== 0)
      return cellProblem('{cell}小于 0，人次不能是负数。', text)
    if (number.fraction !== '') return cellProblem('{cell}带小数，这里应是整数。', text)
    const value = scaled(number, 0)
    return value > MAX_COUNT ? cellProblem('{cell}太大，请核对。', text) : { value }
  })
}

/** Reads money in 元 with at most two decimals, as integer 分: `¥99,160.64`, `-12.50 元`. */
export function readMoney(text: string): Reading<number> {
  return parseCell(text, (clean) => {
    const number = toDecimal(clean.replace(/^([+-]?)\s*¥\s*/, '$1').replace(/\s*元$/, ''))
    if (!number) return cellProblem('{cell}不是金额，应如 1,234.56。', text)
    if (number.fraction.length > 2) return cellProblem('{cell}超过两位小数，金额最多到分。', text)
    const value = scaled(number, 2)
    return Math.abs(value) > MAX_CENTS ? cellProblem('{cell}太大，请核对。', text) : { value }
  })
}

/** Reads a rate as basis points: `0.9971`, `99.71%`, `1` and `100%` (10000). */
export function readRate(text: string): Reading<number> {
  return parseCell(text, (clean) => {
    const percent = clean.endsWith('%')
    const number = toDecimal(percent ? clean.slice(0, -1).trimEnd() : clean)
    if (!number) return cellProblem('{cell}不是比率，应如 99.71% 或 0.9971。', text)
    const value = scaled(number, percent ? 2 : 4)
    if (value >= 0 && value <= 10_000) return { value }
    const why = percent ? '比率应在 0 到 100% 之间' : '没有百分号的比率应在 0 到 1 之间'
    return {
      problem: { sentence: '{cell}超出范围，{why}。', values: { cell: quoteCell(text), why: word(why) } },
    }
  })
}

/** Reads a duration in seconds: `22.5`, `22秒`, `2分30秒`, `7小时41分52秒`, `00:02:30`. */
export function readSeconds(text: string): Reading<number> {
  return parseCell(text, (clean) => {
    const value = readDuration(clean)
    if (value === undefined) return cellProblem('{cell}不是时长，应如 22.5、2分30秒或 00:02:30。', text)
    if (value < 0) return cellProblem('{cell}小于 0，时长不能是负数。', text)
    return value > MAX_SECONDS ? cellProblem('{cell}太大，请核对。', text) : { value }
  })
}

/** Number of decimals of a second that are kept; platforms provide two. */
const DECIMALS = 4
const SCALE = 10 ** DECIMALS

const UNIT_FORMAT =
  /^(?:(\d{1,6})天)?(?:(\d{1,6})(?:小时|时))?(?:(\d{1,6})(?:分钟|分))?(?:(\d{1,9}(?:\.\d*)?)(?:秒|s))?$/i
const CLOCK_FORMAT = /^(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2}(?:\.\d*)?)$/

/** Parses a trimmed text as seconds: a plain number, `2分30秒`, `7小时41分52秒`, `00:02:30`; undefined if invalid. */
function readDuration(text: string): number | undefined {
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
