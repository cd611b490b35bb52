import { formatDecimal, parseDecimal } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { placesIn, sizeOf } from './sheet.ts'
import { selectionOf } from './state.ts'
import type { GridController } from './useGrid.tsx'

/** The line under a grid: the last action, the selection, and the available keys. */
export function GridStatus({ grid, helpId }: { grid: GridController; helpId: string }) {
  return (
    <div className="grid-status">
      <span role="status">{grid.edits.told}</span>
      <span className="grid-selection">{selectionText(grid)}</span>
      <span id={helpId} className="grid-help">
        {t('F2 修改 · Ctrl+D 向下填充 · Ctrl+C/V 与电子表格互贴 · Ctrl+Z 撤销 · Esc 后按 Tab 离开表格')}
      </span>
    </div>
  )
}

/** The size of the selection, and the sum of its numbers: 已选 4 行 2 列，合计 128. */
function selectionText({ state, edits }: GridController): string {
  const selection = selectionOf(state)
  const { rows, columns } = sizeOf(selection)
  if (rows * columns < 2) return ''
  const numbers = placesIn(selection)
    .map((place) => parseDecimal(edits.textAt(place), 0))
    .filter((number) => number !== undefined)
  if (numbers.length === 0) return t('已选 {rows} 行 {columns} 列', { rows, columns })
  const sum = formatDecimal(
    numbers.reduce((total, number) => total + number, 0),
    0,
  )
  return t('已选 {rows} 行 {columns} 列，合计 {sum}', { rows, columns, sum })
}
