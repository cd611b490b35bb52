import type * as z from 'zod'
import type { Shift } from '#clients/stores/contract.ts'
import type { CellEdit } from '#kit/ui/grid/history.ts'
import type { LineFigures, ReplyMeasure, WorklogLine } from './contract.ts'
import type { WorklogDay } from './contractDay.ts'
import {
  FIGURES,
  type FigureKey,
  type FigureTexts,
  figureProblem,
  figuresOf,
  textsOf,
} from './figureTexts.ts'
import { keyedReplyRate } from './lines.ts'
import { placeKey } from './rules.ts'

export const WORDS = ['summary', 'problems', 'suggestions', 'handover'] as const

export type WordKey = (typeof WORDS)[number]

/** A log in the entry form. */
export interface Entry {
  shift: z.output<typeof Shift>
  hours: number | null
  words: Readonly<Record<WordKey, string>>
  /** The keyed texts, by line. */
  texts: Readonly<Record<string, FigureTexts>>
}

/** A line of the grid: the server's line, and the keyed texts. */
export interface EntryLine {
  key: string
  line: WorklogLine
  texts: FigureTexts
  /** The effective figures: the platform's, else the keyed ones that are valid. */
  figures: LineFigures
}

const NO_TEXTS: FigureTexts = {}

/** The log as it is saved on the server, or an empty one with the hours of its shift. */
export function entryOf({ worklog, lines, shift, times, mayEdit }: WorklogDay): Entry {
  const keyed = lines.filter(({ source }) => source === 'keyed')
  return {
    shift,
    hours: worklog?.hours ?? (mayEdit ? times.hours : null),
    words: {
      summary: worklog?.summary ?? '',
      problems: worklog?.problems ?? '',
      suggestions: worklog?.suggestions ?? '',
      handover: worklog?.handover ?? '',
    },
    texts: Object.fromEntries(keyed.map((line) => [placeKey(line), textsOf(line)])),
  }
}

/** Whether two logs have the same content; absent and empty texts are equal. */
export function sameEntry(one: Entry, other: Entry): boolean {
  const keys = new Set([...Object.keys(one.texts), ...Object.keys(other.texts)])
  return (
    one.shift === other.shift &&
    one.hours === other.hours &&
    WORDS.every((key) => one.words[key].trim() === other.words[key].trim()) &&
    [...keys].every((key) => sameTexts(one.texts[key] ?? NO_TEXTS, other.texts[key] ?? NO_TEXTS))
  )
}

function sameTexts(one: FigureTexts, other: FigureTexts): boolean {
  return FIGURES.every((key) => (one[key] ?? '') === (other[key] ?? ''))
}

/** Returns the lines with the keyed texts; an unchanged line is the same object as before. */
export function linesOf(
  lines: readonly WorklogLine[],
  texts: Entry['texts'],
  before?: ReadonlyMap<string, EntryLine>,
): EntryLine[] {
  return lines.map((line) => {
    const key = placeKey(line)
    const previous = before?.get(key)
    const lineTexts = texts[key] ?? NO_TEXTS
    if (previous && previous.line === line && previous.texts === lineTexts) return previous
    return { key, line, texts: lineTexts, figures: line.source === 'imported' ? line : figuresOf(lineTexts) }
  })
}

/** Whether a figure can be keyed: some platforms count no unreplied buyers, others have no 3-minute rate. */
export function isKeyable(measure: z.output<typeof ReplyMeasure>, key: FigureKey): boolean {
  if (key === 'unreplied') return measure !== 'within3min'
  return key !== 'rate3minBp' || measure !== 'unreplied'
}

/** Whether a cell is editable: imported figures are changed by another import only. */
export function isOpen({ line }: EntryLine, key: FigureKey): boolean {
  return line.source !== 'imported' && isKeyable(line.measure, key)
}

/** Returns the log with the edited cells. */
export function withEdits(entry: Entry, edits: readonly CellEdit[]): Entry {
  const texts = { ...entry.texts }
  for (const { row, column, text } of edits) texts[row] = { ...texts[row], [column]: text.trim() }
  return { ...entry, texts }
}

/** Returns the cells with invalid text; the log can be sent if there are none. */
export function problemsOf(
  lines: readonly EntryLine[],
): { line: EntryLine; key: FigureKey; problem: string }[] {
  return lines.flatMap((line) =>
    FIGURES.filter((key) => isOpen(line, key)).flatMap((key) => {
      const problem = figureProblem(key, line.texts)
      return problem ? [{ line, key, problem }] : []
    }),
  )
}

/** Whether a line has any figure. */
export function hasFigures({ figures }: EntryLine): boolean {
  return FIGURES.some((key) => figures[key] !== null)
}

/** Reply rate of a line in basis points, by its platform's measure; null if it cannot be computed. */
export function replyRateOf({ line, figures }: EntryLine): number | null {
  if (line.source === 'imported') return line.replyRateBp
  const { consultUsers, unreplied } = figures
  if (consultUsers !== null && unreplied !== null && unreplied > consultUsers) return null
  return keyedReplyRate(figures, line.measure)
}

/** The content of the request: hours, texts, and the lines with keyed figures. */
export function contentOf(entry: Entry, lines: readonly EntryLine[]) {
  const keyed = lines.filter((line) => line.line.source !== 'imported' && hasFigures(line))
  return {
    shift: entry.shift,
    hours: entry.hours,
    ...entry.words,
    lines: keyed.map((one) => ({
      storeId: one.line.storeId,
      nick: one.line.nick,
      ...one.figures,
    })),
  }
}

export type Content = ReturnType<typeof contentOf>

/** Sum of the non-null values of a figure; null if there are none. */
export function totalOf(lines: readonly EntryLine[], key: FigureKey): number | null {
  const values = lines.map(({ figures }) => figures[key]).filter((value) => value !== null)
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
}

/** Copies from the previous log into empty fields; never overwrites input. */
export function copyPrevious(
  entry: Entry,
  previous: NonNullable<WorklogDay['previous']>,
  what: 'handover' | 'words' | 'figures',
  lines: readonly WorklogLine[],
): Entry {
  if (what === 'figures')
    return { ...entry, texts: { ...entry.texts, ...previousTexts(previous, linesOf(lines, entry.texts)) } }
  const keys = what === 'handover' ? (['handover'] as const) : WORDS
  const words = Object.fromEntries(keys.map((key) => [key, entry.words[key] || (previous[key] ?? '')]))
  return { ...entry, words: { ...entry.words, ...words }, hours: entry.hours ?? previous.hours }
}

function previousTexts(
  previous: NonNullable<WorklogDay['previous']>,
  lines: readonly EntryLine[],
): Record<string, FigureTexts> {
  const empty = new Map(lines.filter((line) => !hasFigures(line)).map((line) => [line.key, line]))
  const found = previous.lines.filter((line) => empty.has(placeKey(line)))
  return Object.fromEntries(found.map((line) => [placeKey(line), textsOf(line)]))
}
