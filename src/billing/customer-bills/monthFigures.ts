import type { Day } from '#kit/calendar.ts'
import type { DayFigures, FiguresByDay } from './price.ts'

/** A store's figures of a month as comma-separated lists in the same order; an unknown figure is `null`. */
export interface FigureLists {
  /** Days of the month, counted from 1. */
  days: string
  volumes: string
  /** In 分. */
  sales: string
}

/** What the character codes of `01`, the first day, add up to in `positionInMonth`. */
const FIRST_DAY = 10 * '0'.charCodeAt(0) + '1'.charCodeAt(0)

/** The position of a day in its month, from 0. Computed from the two digits: a month of 20,000 stores asks 600,000 times. */
const positionInMonth = (day: Day) => 10 * day.charCodeAt(8) + day.charCodeAt(9) - FIRST_DAY

type Values = readonly (number | null)[]

/**
 * Figures of one store and month, decoded from lists. Holds two arrays instead of an object per day: a month of 20,000
 * stores has 600,000 days, of which most are read once.
 */
export class MonthFigures implements FiguresByDay {
  readonly #month: string
  readonly #volumes: Values
  readonly #sales: Values

  constructor(month: string, { days, volumes, sales }: FigureLists) {
    this.#month = month
    const positions = positionsOf(days)
    this.#volumes = inOrder(positions, valuesOf(volumes))
    this.#sales = inOrder(positions, valuesOf(sales))
  }

  get(day: Day): DayFigures | undefined {
    if (!day.startsWith(this.#month)) return undefined
    const position = positionInMonth(day)
    return { volume: this.#volumes[position] ?? null, salesCents: this.#sales[position] ?? null }
  }
}

const valuesOf = (list: string): Values => JSON.parse(`[${list}]`)

let cachedPositions: { days: string; positions: readonly number[] | null } = { days: '', positions: null }

/**
 * Position in the month of each element; null if they are in order from the first day. Cached because most stores have
 * the same days.
 */
function positionsOf(days: string): readonly number[] | null {
  if (cachedPositions.days !== days) {
    const positions = valuesOf(days).map((day) => Number(day) - 1)
    cachedPositions = {
      days,
      positions: positions.every((position, at) => position === at) ? null : positions,
    }
  }
  return cachedPositions.positions
}

function inOrder(positions: readonly number[] | null, values: Values): Values {
  if (!positions) return values
  const ordered: (number | null)[] = []
  for (const [at, position] of positions.entries()) ordered[position] = values[at] ?? null
  return ordered
}
