import { useRef, useState } from 'react'
import { t } from '#kit/text.ts'
import type { Filling } from './changes.ts'
import type { GridColumn, GridProps, GridRecord } from './declare.tsx'
import { type CellEdit, type History, NO_HISTORY, recordStep, redoStep, undoStep } from './history.ts'
import type { Place } from './sheet.ts'

/** Describes an action that changed `n` cells, for the line under the grid. */
type StatusFormatter = (n: number) => string

/** Changes cells, keeps the undo history, and describes each action. */
export function useEdits<T extends GridRecord>({ rows, columns, onChange }: GridProps<T>) {
  const history = useRef<History>(NO_HISTORY)
  const [statusText, setStatusText] = useState('')
  const textAt = ({ row, column }: Place) => textOf(rows[row], columns[column])
  const applyFilling = (filling: Filling, words?: StatusFormatter) => {
    const changed = filling.changes.filter((change) => change.text !== textAt(change))
    const edits = changed.map((change) => ({ ...namesOf(rows, columns, change), text: change.text }))
    const before = changed.map((change) => ({ ...namesOf(rows, columns, change), text: textAt(change) }))
    if (edits.length > 0) {
      history.current = recordStep(history.current, edits, before)
      onChange(edits)
    }
    setStatusText(words ? [words(edits.length), ...describeSkipped(filling)].join('') : '')
  }
  /** Undoes or redoes one action; returns its first cell that still exists and is editable. */
  const replayStep = (popStep: typeof undoStep, words: StatusFormatter): Place | null => {
    const step = popStep(history.current)
    if (!step) return null
    history.current = step.history
    const found = step.edits.map((edit) => ({ edit, place: placeOf(rows, columns, edit) }))
    const open = found.filter(({ place }) => place && isOpen(rows, columns, place))
    if (open.length > 0) onChange(open.map(({ edit }) => edit))
    setStatusText(words(open.length))
    return open[0]?.place ?? null
  }
  return {
    told: statusText,
    setStatusText,
    textAt,
    act: applyFilling,
    undo: () => replayStep(undoStep, (n) => t('已撤销，{n} 格恢复原样。', { n })),
    redo: () => replayStep(redoStep, (n) => t('已重做，改了 {n} 格。', { n })),
  }
}

function textOf<T>(row: T | undefined, column: GridColumn<T> | undefined): string {
  return row === undefined ? '' : (column?.text(row) ?? '')
}

function isOpen<T>(rows: readonly T[], columns: readonly GridColumn<T>[], { row, column }: Place): boolean {
  const record = rows[row]
  return record !== undefined && columns[column]?.isOpen?.(record) === true
}

function namesOf<T extends GridRecord>(
  rows: readonly T[],
  columns: readonly GridColumn<T>[],
  { row, column }: Place,
): Pick<CellEdit, 'row' | 'column'> {
  return { row: rows[row]?.key ?? '', column: columns[column]?.key ?? '' }
}

function placeOf<T extends GridRecord>(
  rows: readonly T[],
  columns: readonly GridColumn<T>[],
  edit: CellEdit,
): Place | null {
  const row = rows.findIndex(({ key }) => key === edit.row)
  const column = columns.findIndex(({ key }) => key === edit.column)
  return row < 0 || column < 0 ? null : { row, column }
}

function describeSkipped({ closed, beyond }: Filling): string[] {
  return [
    closed > 0 ? t('{n} 格已锁定，保持不变。', { n: closed }) : '',
    beyond.rows > 0 ? t('多出的 {n} 行没有贴入。', { n: beyond.rows }) : '',
    beyond.columns > 0 ? t('多出的 {n} 列没有贴入。', { n: beyond.columns }) : '',
  ].filter((sentence) => sentence !== '')
}
