import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  type KeyboardCoordinateGetter,
  pointerWithin,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import type { Assignment } from '#clients/stores/assignments/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'

/** The dragged item: an agent or a store from the column next to the board, or a bar. */
export type DraggedItem =
  | { kind: 'agent' | 'store'; id: number; name: string }
  | { kind: 'bar'; assignment: Assignment; name: string }

/** A drop target: a day of a row. */
export interface DropTarget {
  rowId: number
  day: Day
  /** The name of the row, for screen readers. */
  name: string
}

const DIRECTIONS: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Weight of the distance perpendicular to the arrow direction. */
const SIDEWAYS_WEIGHT = 4

/** Moves the dragged item to the nearest drop target in the direction of the arrow key. */
export const toNextDropTarget: KeyboardCoordinateGetter = (event, { context }) => {
  const direction = DIRECTIONS[event.code]
  const from = context.collisionRect
  if (!direction || !from) return undefined
  event.preventDefault()
  const [dx, dy] = direction
  const [x, y] = [from.left, from.top]
  const targets = [...context.droppableRects.values()].map(({ left, top }) => {
    const [along, aside] = [
      (left - x) * dx + (top - y) * dy,
      Math.abs((left - x) * dy) + Math.abs((top - y) * dx),
    ]
    return { left, top, along, far: along + aside * SIDEWAYS_WEIGHT }
  })
  const next = targets.filter(({ along }) => along > 1).sort((a, b) => a.far - b.far)[0]
  return next && { x: next.left, y: next.top }
}

/** The drop target under the pointer; with the keyboard, the nearest one. */
export const findDropTarget: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args)

interface DndEntry {
  data: { current?: Record<string, unknown> | undefined }
  id: UniqueIdentifier
}

const draggedName = ({ data }: DndEntry) =>
  String((data.current as { name?: string } | undefined)?.name ?? '')
const dropTargetName = ({ data }: DndEntry) => {
  const target = data.current as DropTarget | undefined
  return t('{name} {day}', { name: target?.name ?? '', day: target?.day ?? '' })
}

/** The screen reader announcements during a drag. */
export function announcements(): Announcements {
  return {
    onDragStart: ({ active }) => t('已提起{name}', { name: draggedName(active) }),
    onDragOver: ({ active, over }) =>
      over
        ? t('{name}在 {place} 上方', { name: draggedName(active), place: dropTargetName(over) })
        : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t('{name}放在 {place}', { name: draggedName(active), place: dropTargetName(over) }) : undefined,
    onDragCancel: ({ active }) => t('{name}放回原处', { name: draggedName(active) }),
  }
}

/** The keyboard instructions for screen readers. */
export function instructions() {
  return { draggable: t('按空格提起，按方向键换位置，再按空格放下，按 Esc 取消。') }
}
