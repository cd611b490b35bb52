import { useRef } from 'react'
import { t } from '#kit/text.ts'
import { clearChanges, fillDownChanges } from './changes.ts'
import type { Command } from './keys.ts'
import type { Place } from './sheet.ts'
import { nextOpen, nextOpenInColumn, stepFrom } from './sheet.ts'
import { selectionOf } from './state.ts'
import type { GridController } from './useGrid.tsx'

/** Returns a function that executes a command; it returns false if the browser should handle the key as usual. */
export function useCommands(grid: GridController): (command: Command) => boolean {
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
