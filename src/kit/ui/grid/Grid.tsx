import type { CSSProperties, KeyboardEvent } from 'react'
import { useCallback, useId, useRef } from 'react'
import { isMirrored } from '#kit/ui/side.tsx'
import type { GridColumn, GridProps, GridRecord } from './declare.tsx'
import { GridHead, GridTotals } from './GridEnds.tsx'
import { GridRow } from './GridRow.tsx'
import { GridStatus } from './GridStatus.tsx'
import type { Command, Mode } from './keys.ts'
import { commandOf } from './keys.ts'
import { selectionOf } from './state.ts'
import { useClipboard } from './useClipboard.tsx'
import { useCommands } from './useCommands.tsx'
import { useFocus } from './useFocus.tsx'
import { useGrid } from './useGrid.tsx'
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
