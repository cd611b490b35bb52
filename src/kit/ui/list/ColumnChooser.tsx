import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button } from 'antd'
import type { RefObject } from 'react'
import { t } from '#kit/text.ts'
import { ColumnItem } from './ColumnItem.tsx'
import type { ColumnPreferences } from './usePreferences.tsx'
import './ColumnChooser.css'

export interface ColumnChooserProps {
  preferences: ColumnPreferences
  /** True while a column is being moved. */
  dragging: RefObject<boolean>
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

/** The columns of a table: visibility, order, pinning. Loaded when it is first opened. */
export function ColumnChooser({ preferences, dragging }: ColumnChooserProps) {
  const { all, isShown } = preferences
  return (
    <div className="column-choice">
      <header>
        <span>{t('显示 {n} 列，共 {all} 列', { n: all.filter(isShown).length, all: all.length })}</span>
        <Button type="link" size="small" onClick={preferences.reset}>
          {t('恢复默认')}
        </Button>
      </header>
      <SortableColumns
        preferences={preferences}
        onDragging={(now) => {
          dragging.current = now
        }}
      />
      <footer>{t('拖动左侧手柄调整顺序；用键盘时先按空格提起，再按 ↑ ↓。')}</footer>
    </div>
  )
}

/** The columns as a sortable list; `onDragging` is called when dragging starts and ends. */
function SortableColumns({
  preferences,
  onDragging,
}: Pick<ColumnChooserProps, 'preferences'> & { onDragging: (now: boolean) => void }) {
  const { all, move } = preferences
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    onDragging(false)
    if (over && over.id !== active.id) move(String(active.id), String(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{ announcements: announcements(all), screenReaderInstructions: instructions() }}
      onDragStart={() => onDragging(true)}
      onDragCancel={() => onDragging(false)}
      onDragEnd={drop}
    >
      <SortableContext items={all.map((column) => column.key)} strategy={verticalListSortingStrategy}>
        <ul>
          {all.map((column) => (
            <ColumnItem key={column.key} column={column} preferences={preferences} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function instructions() {
  return { draggable: t('按空格提起这一列，按上下键移动，再按空格放下，按 Esc 取消。') }
}

function announcements(columns: readonly { key: string; title: string }[]): Announcements {
  const name = (id: string | number) => columns.find((column) => column.key === id)?.title ?? ''
  const place = (id: string | number) => columns.findIndex((column) => column.key === id) + 1
  return {
    onDragStart: ({ active }) => t('已提起{name}', { name: name(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('{name}移到第 {n} 位', { name: name(active.id), n: place(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t('{name}放在第 {n} 位', { name: name(active.id), n: place(over.id) }) : undefined,
    onDragCancel: ({ active }) => t('{name}放回原处', { name: name(active.id) }),
  }
}
