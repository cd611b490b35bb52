import type { CellValue } from './writeCells.ts'
import { xmlText } from './writeCells.ts'

/** A list that the cells of a column are chosen from. */
export interface Choices {
  values: readonly string[]
  /** Whether anything else may be typed too; otherwise the spreadsheet refuses it. */
  othersToo?: boolean
}

/** The name of the hidden sheet that holds the lists: a rule that names a range has no limit of its length. */
export const CHOICES_SHEET = '可选值'

/** A list and the column of the hidden sheet in which it stands. */
interface PlacedChoices extends Choices {
  /** The letters of the column whose cells are chosen, and of the list's own. */
  column: string
  list: string
}

/** So many rows under the head may be chosen for. */
const LAST_ROW = 5_001

/** The rules of a sheet's cells, which stand behind its rows; nothing where none are chosen from a list. */
export function choiceRules(placed: readonly PlacedChoices[]): string {
  if (placed.length === 0) return ''
  const rules = placed.map(({ column, list, values, othersToo }) => {
    const range = `'${CHOICES_SHEET}'!$${list}$1:$${list}$${values.length}`
    const refuses = othersToo ? 0 : 1
    return (
      `<dataValidation type="list" allowBlank="1" showErrorMessage="${refuses}" sqref="${column}2:${column}${LAST_ROW}">` +
      `<formula1>${xmlText(range)}</formula1></dataValidation>`
    )
  })
  return `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

/** The rows of the hidden sheet: each list downwards, one beside the other. */
export function choiceRows(lists: readonly Choices[]): CellValue[][] {
  const longest = Math.max(0, ...lists.map(({ values }) => values.length))
  return Array.from({ length: longest }, (_, row) => lists.map(({ values }) => values[row] ?? null))
}
