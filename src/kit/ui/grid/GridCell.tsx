import { useId } from 'react'
import { t } from '#kit/text.ts'
import type { GridColumn } from './declare.tsx'
import type { Mode } from './keys.ts'

interface Props<T> {
  row: T
  column: GridColumn<T>
  /** What the row is called. */
  name: string
  active: boolean
  selected: boolean
  problem: string | undefined
  /** Of the active cell. */
  mode?: Mode
  draft?: string
  onType?: (text: string) => void
}

/** A cell: a field where the keyboard stands and may write, words everywhere else. */
export function GridCell<T>(props: Props<T>) {
  const { row, column, active, selected, problem } = props
  const id = useId()
  const isOpen = column.isOpen?.(row) === true
  const className = [
    'grid-cell',
    column.align === 'end' && 'grid-end',
    active && 'grid-active',
    selected && 'grid-selected',
    isOpen && 'grid-open',
    problem !== undefined && 'grid-wrong',
  ]
  const Tag = column.names ? 'th' : 'td'
  return (
    <Tag
      className={className.filter(Boolean).join(' ')}
      {...(column.names ? { scope: 'row' } : {})}
      tabIndex={active && !isOpen ? 0 : undefined}
      aria-selected={selected}
      aria-readonly={!isOpen}
      {...(problem !== undefined && !active && { title: problem })}
    >
      {active && isOpen ? <CellField {...props} problemId={id} /> : <CellText {...props} isOpen={isOpen} />}
      {active && problem !== undefined && (
        <span id={id} className="grid-problem">
          {problem}
        </span>
      )}
    </Tag>
  )
}

/** The field of the active cell. It stands there before anything is typed, so that an input method begins in it. */
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

function CellText<T>({ row, column, isOpen }: Props<T> & { isOpen: boolean }) {
  if (!isOpen) return column.render ? column.render(row) : column.text(row)
  const text = column.text(row)
  return (
    <span className={text === '' ? 'grid-field grid-empty' : 'grid-field'}>
      {text === '' ? column.placeholder : text}
    </span>
  )
}
