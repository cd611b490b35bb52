import { quotedName } from './bookXml.ts'
import type { CellValue } from './writeCells.ts'
import { xmlText } from './xmlText.ts'

/** A list of values for the cells of a column. */
export interface Choices {
  values: readonly string[]
  /** Whether other values may be typed too; by default the spreadsheet refuses them. */
  othersToo?: boolean
}

/** The name of the hidden sheet with the lists: a rule that refers to a range has no length limit. */
export const CHOICES_SHEET = '可选值'

/** A list and its column in the hidden sheet. */
interface PlacedChoices extends Choices {
  /** `column`: the letters of the column whose cells are chosen; `list`: those of the list's own column. */
  column: string
  list: string
}

/** The last row with a list of choices. */
const LAST_ROW = 5_001

/**
 * The XML of a sheet's data validation rules, which follows its rows; empty without lists. `sheet` is the name of the
 * sheet with the lists.
 */
export function choiceRules(placed: readonly PlacedChoices[], sheet: string): string {
  if (placed.length === 0) return ''
  const rules = placed.map(({ column, list, values, othersToo }) => {
    const range = `${quotedName(sheet)}!$${list}$1:$${list}$${values.length}`
    const refuses = othersToo ? 0 : 1
    return (
      `<dataValidation type="list" allowBlank="1" showErrorMessage="${refuses}" sqref="${column}2:${column}${LAST_ROW}">` +
      `<formula1>${xmlText(range)}</formula1></dataValidation>`
    )
  })
  return `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

/** The rows of the hidden sheet, with one list per column. */
export function choiceRows(lists: readonly Choices[]): CellValue[][] {
  const maxLength = Math.max(0, ...lists.map(({ values }) => values.length))
  return Array.from({ length: maxLength }, (_, row) => lists.map(({ values }) => values[row] ?? null))
}
