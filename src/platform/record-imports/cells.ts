import { isDay } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import type { CellReading, ImportColumn } from '#kit/recordSheet.ts'
import { scaled, toDecimal } from '#kit/sheets/decimals.ts'
import { inEveryLanguage } from '#kit/text.ts'

/** In a cell, clears an optional field; an empty cell leaves the field unchanged. */
export const EMPTY_WORD = '清空'

/** Parses a cell by the kind of its column. Names of other records are returned as text. */
export function readCell(column: ImportColumn, text: string): CellReading {
  if (text === '') return undefined
  if (text === EMPTY_WORD && !column.required)
    return { value: column.kind === 'choices' || column.kind === 'words' ? [] : null }
  switch (column.kind) {
    case 'day':
      return dayOf(column, text)
    case 'money':
      return numberOf(column, text.replace(/^[¥￥]/, ''), 2)
    case 'count':
      return numberOf(column, text, 0)
    case 'percent':
      return percentOf(column, text)
    case 'share':
      return shareOf(column, text)
    case 'choice':
      return choiceOf(column, text)
    case 'choices':
      return choicesOf(column, text)
    case 'words':
      return { value: wordsIn(text) }
    default:
      return { value: text }
  }
}

const wordsIn = (text: string) =>
  text
    .split(/[、,，;；|]/)
    .map((word) => word.trim())
    .filter(Boolean)

const DAY =
  /^(\d{4})(?:年|[-/.])(\d{1,2})(?:月|[-/.])(\d{1,2})日?(?: 00:00(?::00)?)?$|^(\d{4})(\d{2})(\d{2})$/

function dayOf({ header }: ImportColumn, text: string): CellReading {
  const [, ...parts] = DAY.exec(text) ?? []
  const [year, month = '', date = ''] = parts.filter((part) => part !== undefined)
  const day = [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-')
  if (year && isDay(day)) return { value: day }
  return { problem: { sentence: '{header}“{text}”不是日期，应如 2026-05-15。', values: { header, text } } }
}

function numberOf({ header }: ImportColumn, text: string, places: number): CellReading {
  const decimal = toDecimal(text)
  if (decimal && decimal.fraction.length <= places) return { value: scaled(decimal, places) }
  const sentence = places === 0 ? '{header}“{text}”应为整数。' : '{header}“{text}”应为数字，最多两位小数。'
  return { problem: { sentence, values: { header, text } } }
}

/** `95%` and 0.95 are equal, since a spreadsheet stores a percentage as a fraction. Returns basis points. */
function percentOf({ header }: ImportColumn, text: string): CellReading {
  const isPercent = /[%％]$/.test(text)
  const decimal = toDecimal(text.replace(/\s*[%％]$/, ''))
  const places = isPercent ? 2 : 4
  if (decimal && decimal.fraction.length <= places) return { value: scaled(decimal, places) }
  return { problem: { sentence: '{header}“{text}”应为百分比，如 95%。', values: { header, text } } }
}

/** 60%, 60 and 0.6 are equal, as are 100%, 100 and 1: a share of one percent does not occur. */
function shareOf({ header }: ImportColumn, text: string): CellReading {
  const decimal = toDecimal(text.replace(/\s*[%％]$/, ''))
  if (decimal && decimal.fraction.length <= 2) {
    const hundredths = scaled(decimal, 2)
    const percent = /[%％]$/.test(text) || hundredths > 100 ? hundredths / 100 : hundredths
    if (Number.isInteger(percent) && percent >= 0 && percent <= 100) return { value: percent }
  }
  return {
    problem: { sentence: '{header}“{text}”应为 0–100 的整数百分比，如 60%。', values: { header, text } },
  }
}

function choiceOf({ header, words = {}, formerWords = {} }: ImportColumn, text: string): CellReading {
  const found = Object.entries(words).find(([value, word]) =>
    [value, ...inEveryLanguage(word), formerWords[value] ?? word].map(nameKey).includes(nameKey(text)),
  )
  // Roles are numbers; all other choices are strings.
  if (found) return { value: /^[1-4]$/.test(found[0]) ? Number(found[0]) : found[0] }
  const all = Object.values(words)
  return { problem: { sentence: '{header}没有“{text}”这一项，可填：{all}。', values: { header, text, all } } }
}

function choicesOf(column: ImportColumn, text: string): CellReading {
  const values: unknown[] = []
  for (const word of wordsIn(text)) {
    const found = choiceOf(column, word)
    if (!found || 'problem' in found) return found
    values.push(found.value)
  }
  return { value: values }
}
