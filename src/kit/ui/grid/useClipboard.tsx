import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { t } from '#kit/text.ts'
import { clearChanges, pasteChanges } from './changes.ts'
import { placesIn, sizeOf } from './sheet.ts'
import { selectionOf } from './state.ts'
import { readTsv, writeTsv } from './tsv.ts'
import type { GridController } from './useGrid.tsx'

const TYPE = 'text/plain'

/**
 * Copies, cuts and pastes cells like a spreadsheet while the focus is in the grid. Listens on the document: a cell that
 * is not editable is no field, and browsers then fire clipboard events on the document only.
 */
export function useClipboard(place: RefObject<HTMLElement | null>, grid: GridController): void {
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
