import { Tooltip } from 'antd'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
} from 'react'
import { formatDecimal, parseDecimal } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { isMirrored } from '#kit/ui/side.tsx'
import { clearChanges, fillDownChanges, pasteChanges } from './changes.ts'
import type { GridColumn, GridProps, GridRecord } from './declare.tsx'
import { GridCell } from './GridCell.tsx'
import { type Command, commandOf, type Mode } from './keys.ts'
import { nextOpen, nextOpenInColumn, type Place, placesIn, sizeOf, stepFrom } from './sheet.ts'
import { selectionOf } from './state.ts'
import { readTsv, writeTsv } from './tsv.ts'
import { useFocus } from './useFocus.tsx'
import { type GridController, useGrid } from './useGrid.tsx'
import { useMouse } from './useMouse.tsx'
import './Grid.css'

/**
 * A table that is edited like a spreadsheet: keyboard, selection, fill down, undo, and copy and paste with other
 * programs. It is controlled: `onChange` reports edits, and `rows` contains the new values.
 *
 *     <Grid
 *       label={t('各店数据')}
 *       rows={lines}
 *       columns={[
 *         { key: 'storeName', title: t('店铺'), width: 160, names: true, text: (line) => line.storeName },
 *         { key: 'handledUsers', title: t('接待人数'), width: 88, align: 'end', placeholder: t('填写'),
 *           text: (line) => line.texts.handledUsers ?? '', isOpen: (line) => line.source === 'keyed' },
 *       ]}
 *       onChange={(edits) => setLines((now) => edited(now, edits))}
 *     />
 */
export function Grid<T extends GridRecord>(props: GridProps<T>) {
  const place = useRef<HTMLDivElement>(null)
  const help = useId()
  const grid = useGrid(props)
  const run = useCommands(grid)
  const focus = useFocus(place, grid)
  const mouse = useMouse(grid, focus.takeFocus)
  useClipboard(place, grid)
  return (
    <div className="grid">
      <div className="grid-scroll">
        <div
          ref={place}
          role="grid"
          tabIndex={-1}
          aria-label={props.label}
          aria-describedby={help}
          aria-multiselectable
          aria-rowcount={props.rows.length + 1}
          className="grid-table"
          style={extentOf(props.columns)}
          onKeyDown={(event) => press(event, grid.state.mode, run)}
          {...mouse}
          {...focus.handlers}
        >
          <GridHead columns={props.columns} />
          <Body {...props} grid={grid} />
          {props.totals && <GridTotals columns={props.columns} totals={props.totals} />}
        </div>
      </div>
      <GridStatus grid={grid} helpId={help} />
    </div>
  )
}

/** At least as wide as its columns; they share the remaining width. */
function extentOf<T>(columns: readonly GridColumn<T>[]): CSSProperties {
  const tracks = columns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' ')
  const minWidth = columns.reduce((sum, { width }) => sum + width, 0)
  return { ['--grid-columns' as keyof CSSProperties]: tracks, minWidth }
}

function press(event: KeyboardEvent<HTMLElement>, mode: Mode, run: (command: Command) => boolean): void {
  // An input method is still using the key.
  if (event.nativeEvent.isComposing || event.keyCode === INPUT_METHOD) return
  if (openLink(event)) return
  const { key, shiftKey: shift, altKey: alt } = event
  const pressed = { key, ctrl: event.ctrlKey || event.metaKey, shift, alt }
  const command = commandOf(pressed, mode, isMirrored())
  if (command && run(command)) event.preventDefault()
}

/** Key code that browsers report for a key that an input method has handled, even after the fact. */
const INPUT_METHOD = 229

/** Enter on a cell that only contains a link follows it. */
function openLink({ key, target }: KeyboardEvent<HTMLElement>): boolean {
  if (key !== 'Enter' || target instanceof HTMLInputElement || !(target instanceof HTMLElement)) return false
  const link = target.querySelector<HTMLElement>('a, button')
  link?.click()
  return link !== null
}

function Body<T extends GridRecord>({
  rows,
  columns,
  problems,
  grid,
}: GridProps<T> & { grid: ReturnType<typeof useGrid> }) {
  const { active, mode, draft } = grid.state
  const selection = selectionOf(grid.state)
  const latest = useRef(grid.type)
  latest.current = grid.type
  const type = useCallback((text: string) => latest.current(text), [])
  return (
    <div role="rowgroup" data-grid-body>
      {rows.map((row, at) => {
        const isSelected = at >= selection.top && at <= selection.bottom
        return (
          <GridRow
            key={row.key}
            row={row}
            at={at}
            columns={columns}
            active={at === active.row ? active.column : -1}
            first={isSelected ? selection.first : 0}
            last={isSelected ? selection.last : -1}
            mode={at === active.row ? mode : 'moving'}
            draft={at === active.row ? draft : ''}
            problems={problems?.get(row.key)}
            onType={type}
          />
        )
      })}
    </div>
  )
}

const sideOf = <T,>({ align }: GridColumn<T>) => (align === 'end' ? 'grid-cell grid-end' : 'grid-cell')

/** The titles of the columns. */
function GridHead<T>({ columns }: { columns: readonly GridColumn<T>[] }) {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" className="grid-row">
        {columns.map((column) => (
          <div key={column.key} role="columnheader" className={sideOf(column)}>
            {column.title}
            {column.hint && (
              <Tooltip title={column.hint}>
                <span className="grid-hint">
                  <Icon name="info" size={12} />
                </span>
              </Tooltip>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

interface TotalsProps<T> {
  columns: readonly GridColumn<T>[]
  totals: Readonly<Record<string, ReactNode>>
}

/** The totals of the columns. */
function GridTotals<T>({ columns, totals }: TotalsProps<T>) {
  return (
    <div role="rowgroup" className="grid-totals">
      <div role="row" className="grid-row">
        {columns.map((column) => (
          <div key={column.key} role="gridcell" aria-readonly className={sideOf(column)}>
            {totals[column.key]}
          </div>
        ))}
      </div>
    </div>
  )
}

interface GridRowProps<T> {
  row: T
  /** 0-based index. */
  at: number
  columns: readonly GridColumn<T>[]
  /** The column of the active cell; -1 if it is in another row. */
  active: number
  /** The selected columns; none if `first` is greater than `last`. */
  first: number
  last: number
  mode: Mode
  draft: string
  problems: Readonly<Record<string, string>> | undefined
  onType: (text: string) => void
}

function Row<T extends GridRecord>({
  row,
  at,
  columns,
  active,
  first,
  last,
  problems,
  ...writing
}: GridRowProps<T>) {
  const name = columns.find(({ names }) => names)?.text(row) ?? ''
  const problemOf = (column: GridColumn<T>) => problems?.[column.key] ?? column.problem?.(row)
  const activeColumn = columns[active]
  const hasActiveProblem = activeColumn !== undefined && problemOf(activeColumn) !== undefined
  return (
    <div role="row" aria-rowindex={at + 2} className={hasActiveProblem ? 'grid-row grid-speaks' : 'grid-row'}>
      {columns.map((column, place) => (
        <GridCell
          key={column.key}
          row={row}
          column={column}
          name={name}
          active={place === active}
          selected={place >= first && place <= last}
          problem={problemOf(column)}
          {...(place === active && writing)}
        />
      ))}
    </div>
  )
}

/** A row of a grid, rendered again only if it has changed: a key press among 200 rows renders two of them. */
const GridRow = memo(Row) as typeof Row

/** The line under a grid: the last action, the selection, and the available keys. */
function GridStatus({ grid, helpId }: { grid: GridController; helpId: string }) {
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

const TYPE = 'text/plain'

/**
 * Copies, cuts and pastes cells like a spreadsheet while the focus is in the grid. Listens on the document: a cell that
 * is not editable is no field, and browsers then fire clipboard events on the document only.
 */
function useClipboard(place: RefObject<HTMLElement | null>, grid: GridController): void {
  const latest = useRef(grid)
  latest.current = grid
  useEffect(() => {
    const within =
      (work: (event: ClipboardEvent, grid: GridController) => void) => (event: ClipboardEvent) => {
        if (place.current?.contains(document.activeElement)) work(event, latest.current)
      }
    const handlers = { copy: within(copy), cut: within(cut), paste: within(paste) }
    const types = ['copy', 'cut', 'paste'] as const
    for (const type of types) document.addEventListener(type, handlers[type])
    return () => {
      for (const type of types) document.removeEventListener(type, handlers[type])
    }
  }, [place])
}

function copy(event: ClipboardEvent, grid: GridController): void {
  if (grid.isWriting || !event.clipboardData) return
  const selection = selectionOf(grid.state)
  const texts = placesIn(selection).map(grid.edits.textAt)
  const { rows, columns } = sizeOf(selection)
  const cells = Array.from({ length: rows }, (_, row) => texts.slice(row * columns, (row + 1) * columns))
  event.clipboardData.setData(TYPE, writeTsv(cells))
  event.preventDefault()
  grid.edits.setStatusText(t('已复制 {n} 格。', { n: texts.length }))
}

function cut(event: ClipboardEvent, grid: GridController): void {
  copy(event, grid)
  if (!event.defaultPrevented) return
  const filling = clearChanges(selectionOf(grid.state), grid.shape)
  grid.edits.act(filling, (n) => t('已剪切，清除 {n} 格。', { n }))
}

/** A single cell is pasted as text into a text that is being written; several cells replace it and its surroundings. */
function paste(event: ClipboardEvent, grid: GridController): void {
  const text = event.clipboardData?.getData(TYPE) ?? ''
  if (text === '' || (grid.isWriting && !/[\t\r\n]/.test(text))) return
  event.preventDefault()
  grid.commit()
  const filling = pasteChanges(readTsv(text), selectionOf(grid.state), grid.shape)
  grid.edits.act(filling, (n) => t('已粘贴 {n} 格。', { n }))
}

/** Returns a function that executes a command; it returns false if the browser should handle the key as usual. */
function useCommands(grid: GridController): (command: Command) => boolean {
  // After Esc the next Tab leaves the grid, even if there are further cells.
  const leaving = useRef(false)
  return (command) => {
    if (command.kind === 'tab') return tab(grid, command.direction, leaving.current)
    leaving.current = command.kind === 'cancel'
    if (command.kind === 'move') return move(grid, command)
    if (command.kind === 'enter') return enter(grid, command.direction)
    return runCommand(grid, command.kind)
  }
}

function move(grid: GridController, { rows, columns, extend }: Command & { kind: 'move' }): true {
  const { active, head } = grid.state
  grid.go(stepFrom(extend ? head : active, rows, columns, grid.shape), extend)
  return true
}

function tab(grid: GridController, direction: 1 | -1, isLeaving: boolean): boolean {
  const next = isLeaving ? null : nextOpen(grid.state.active, direction, grid.shape)
  if (next) grid.goByTab(next)
  else grid.commit()
  return next !== null
}

/** To the next editable cell of the column; if there is none, one row further. */
function enter(grid: GridController, direction: 1 | -1): true {
  const { active, tabFrom } = grid.state
  const from = { ...active, column: tabFrom ?? active.column }
  grid.go(nextOpenInColumn(from, direction, grid.shape) ?? stepFrom(from, direction, 0, grid.shape))
  return true
}

function runCommand(grid: GridController, kind: Exclude<Command['kind'], 'move' | 'tab' | 'enter'>): boolean {
  const { edits, shape, state } = grid
  switch (kind) {
    case 'commit':
      grid.commit()
      return false
    case 'edit':
      grid.edit()
      return true
    case 'cancel':
      grid.cancel()
      // Esc that ends a text must not close the window around the grid; the next one may.
      return grid.isWriting
    case 'clear':
      edits.act(clearChanges(selectionOf(state), shape), (n) => t('已清除 {n} 格。', { n }))
      return true
    case 'fillDown': {
      const filling = fillDownChanges(selectionOf(state), shape, edits.textAt)
      edits.act(filling, (n) => t('已向下填充 {n} 格。', { n }))
      return true
    }
    case 'all':
      grid.go({ row: 0, column: 0 })
      grid.go(stepFrom(state.active, Infinity, Infinity, shape), true)
      return true
    case 'undo':
      return goTo(grid, edits.undo())
    case 'redo':
      return goTo(grid, edits.redo())
  }
}

function goTo(grid: GridController, place: Place | null): true {
  if (place) grid.go(place)
  return true
}
