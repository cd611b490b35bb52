import { useId } from 'react'
import { t } from '#kit/text.ts'
import { textWidth } from '#kit/ui/chart/geometry.ts'
import type { GridColumn } from './declare.tsx'
import type { Mode } from './keys.ts'

interface Props<T> {
  row: T
  column: GridColumn<T>
  /** The name of the row. */
  name: string
  active: boolean
  selected: boolean
  problem: string | undefined
  /** Set for the active cell. */
  mode?: Mode
  draft?: string
  onType?: (text: string) => void
}

/** A cell: an input if it is active and editable, text otherwise. */
export function GridCell<T>(props: Props<T>) {
  const { row, column, active, selected, problem } = props
  const id = useId()
  const isOpen = column.isOpen?.(row) === true
  const isLong = !isOpen && !fitsColumn(column.text(row), column)
  const className = [
    'grid-cell',
    column.align === 'end' && 'grid-end',
    active && 'grid-active',
    selected && 'grid-selected',
    isOpen && 'grid-open',
    isLong && 'grid-long',
    problem !== undefined && 'grid-wrong',
  ]
  return (
    <div
      role="gridcell"
      className={className.filter(Boolean).join(' ')}
      tabIndex={active && !isOpen ? 0 : undefined}
      aria-selected={selected}
      aria-readonly={!isOpen}
      title={titleOf(props, isLong)}
    >
      {isOpen ? <OpenCell {...props} problemId={id} /> : (column.render?.(row) ?? column.text(row))}
      {active && problem !== undefined && (
        <span id={id} className="grid-problem">
          {problem}
        </span>
      )}
    </div>
  )
}

/** The problem, which the active cell shows by itself; otherwise a text that is cut off. */
function titleOf<T>({ row, column, active, problem }: Props<T>, isLong: boolean): string | undefined {
  if (problem !== undefined && !active) return problem
  return isLong ? column.text(row) : undefined
}

/** Horizontal space around a text in its cell, in px. */
const AROUND = 26

/**
 * Whether a text is narrower than its column. The browser computes each clip at every key press, so only long texts are
 * clipped.
 */
function fitsColumn<T>(text: string, { width }: GridColumn<T>): boolean {
  return textWidth(text, 14) <= width - AROUND
}

/** An editable cell: the input if it is active, otherwise an element that looks like it and costs less to render. */
function OpenCell<T>(props: Props<T> & { problemId: string }) {
  if (props.active) return <CellField {...props} />
  if (props.column.renderOpen) return props.column.renderOpen(props.row)
  const text = props.column.text(props.row)
  if (text === '') return <span className="grid-field grid-empty">{props.column.placeholder}</span>
  return (
    <span className={fitsColumn(text, props.column) ? 'grid-field' : 'grid-field grid-long'}>{text}</span>
  )
}

/** The input of the active cell. It exists before anything is typed, so that an input method can start in it. */
function CellField<T>({
  row,
  column,
  name,
  mode,
  draft = '',
  onType,
  problem,
  problemId,
}: Props<T> & { problemId: string }) {
  const isMoving = mode === 'moving'
  return (
    <input
      className={isMoving ? 'grid-field grid-still' : 'grid-field'}
      value={isMoving ? column.text(row) : draft}
      onChange={(event) => onType?.(event.target.value)}
      placeholder={column.placeholder}
      aria-label={t('{name}，{column}', { name, column: column.title })}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : problemId}
      inputMode={column.align === 'end' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
