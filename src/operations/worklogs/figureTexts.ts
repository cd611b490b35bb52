import { formatDecimal, parseDecimal } from '#kit/format.ts'
import type { LineFigures } from './contract.ts'

/** The figures that an agent keys for a store, in the order of the grid. */
export const FIGURES = [
  ...(['consultUsers', 'handledUsers', 'unreplied', 'rate3minBp', 'frtSec', 'artSec'] as const),
  ...(['satisfied', 'evaluated'] as const),
]

export type FigureKey = keyof LineFigures

/** A line's figures as typed; absent ones are empty. */
export type FigureTexts = Readonly<Partial<Record<FigureKey, string>>>

const MAX_COUNT = 1_000_000
const MAX_SECONDS = 86_400
const MAX_BP = 10_000

/** Formats a figure for an input field: 9430 basis points as 94.3, seconds with a decimal only if needed. */
export function figureText(key: FigureKey, value: number | null): string {
  if (value === null) return ''
  if (key === 'rate3minBp') return formatDecimal(value, 2).replace(/\.00$|(\.\d)0$/, '$1')
  return String(value)
}

/** Parses typed text into API format; null if it is empty or dashes, undefined if it is invalid. */
export function figureValue(key: FigureKey, text: string): number | null | undefined {
  if (text.trim() === '' || /^-+$/.test(text.trim())) return null
  if (key === 'rate3minBp') return inRange(parseDecimal(text, 2), MAX_BP)
  if (key === 'frtSec' || key === 'artSec') return inRange(secondsOf(text), MAX_SECONDS)
  return inRange(parseDecimal(text, 0), MAX_COUNT)
}

function inRange(value: number | undefined, max: number): number | undefined {
  return value !== undefined && value >= 0 && value <= max ? value : undefined
}

/** Parses seconds with at most one decimal, also in the formats of platforms: `2分29秒`, `1小时05分`, `2:29`. */
function secondsOf(text: string): number | undefined {
  const plain = text.normalize('NFKC').replace(/\s/g, '')
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(plain)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const units = /^(?:(\d+)小时)?(?:(\d+)分钟?)?(?:(\d+(?:\.\d)?)秒)?$/.exec(plain)
  if (units && plain !== '') {
    const [, hours = 0, minutes = 0, seconds = 0] = units
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  }
  const tenths = parseDecimal(plain, 1)
  return tenths === undefined ? undefined : tenths / 10
}

const FORMAT_HINTS: Record<FigureKey, string> = {
  consultUsers: '请填写 0 到 1,000,000 的整数。',
  handledUsers: '请填写 0 到 1,000,000 的整数。',
  unreplied: '请填写 0 到 1,000,000 的整数。',
  rate3minBp: '请填写 0 到 100 的百分数，最多两位小数。',
  frtSec: '请填写秒数，或写成 2分29秒。',
  artSec: '请填写秒数，或写成 2分29秒。',
  satisfied: '请填写 0 到 1,000,000 的整数。',
  evaluated: '请填写 0 到 1,000,000 的整数。',
}

/** Figures that are part of another one and cannot exceed it. */
const PARTS: Partial<Record<FigureKey, { whole: FigureKey; sentence: string }>> = {
  unreplied: { whole: 'consultUsers', sentence: '未回复不能多于咨询人数。' },
  satisfied: { whole: 'evaluated', sentence: '满意不能多于评价。' },
}

/** Returns why the text of a field is invalid; undefined if it is valid. */
export function figureProblem(key: FigureKey, texts: FigureTexts): string | undefined {
  const value = figureValue(key, texts[key] ?? '')
  if (value === undefined) return FORMAT_HINTS[key]
  const part = PARTS[key]
  const whole = part && figureValue(part.whole, texts[part.whole] ?? '')
  return part && typeof whole === 'number' && value !== null && value > whole ? part.sentence : undefined
}

/** Parses a line's texts into API format; invalid texts become null. */
export function figuresOf(texts: FigureTexts): LineFigures {
  const pairs = FIGURES.map((key) => [key, figureValue(key, texts[key] ?? '') ?? null])
  return Object.fromEntries(pairs) as LineFigures
}

/** Formats a line's figures for the input fields. */
export function textsOf(figures: LineFigures): FigureTexts {
  const pairs = FIGURES.map((key) => [key, figureText(key, figures[key])] as const)
  return Object.fromEntries(pairs.filter(([, text]) => text !== ''))
}
