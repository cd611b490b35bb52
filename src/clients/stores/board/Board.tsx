import type { DragEndEvent } from '@dnd-kit/core'
import { DndContext, DragOverlay, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { useState } from 'react'
import { reachOf } from '#access/can.ts'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { BoardAside } from './BoardAside.tsx'
import { BoardDialogs } from './BoardDialogs.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import { BoardList } from './BoardList.tsx'
import type { BoardDialog } from './boardDialog.tsx'
import { dialogForDrop } from './boardDialog.tsx'
import type { DraggedItem, DropTarget } from './dragging.tsx'
import { announcements, findDropTarget, instructions, toNextDropTarget } from './dragging.tsx'
import type { By } from './week.ts'
import { boardRows } from './week.ts'
import './board.css'

interface Props {
  monday: Day
  /** Rows by store or by agent. */
  by: By
  headId: number | undefined
  /** Part of a store's name or code. */
  keyword?: string
}

/** Shows who serves which store in which shift of a week. Heads move assignments, agents hand over their own shifts. */
export function Board({ monday, by, headId, keyword }: Props) {
  const user = useUser()
  const handsOver = reachOf(user, 'canAssignStore') === 'own'
  const [dialog, setDialog] = useState<BoardDialog | null>(null)
  const call = useCall(
    storeAssignments.board,
    { from: monday, headId, keyword: keyword || undefined },
    { keepRows: true, messagePlace: 'inPage' },
  )
  return (
    <>
      <Loaded call={call} skeleton={<BoardSkeleton />} panel>
        {(data) => (
          <Week
            data={data}
            by={by}
            monday={monday}
            onlyOf={handsOver ? user.id : null}
            onOpenDialog={setDialog}
          />
        )}
      </Loaded>
      <BoardDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}

function BoardSkeleton() {
  return (
    <Panel>
      <TextSkeleton rows={10} />
    </Panel>
  )
}

type Data = NonNullable<ReturnType<typeof useCall<typeof storeAssignments.board>>['data']>

interface WeekProps extends Pick<Props, 'by' | 'monday'> {
  data: Data
  onlyOf: number | null
  onOpenDialog: (dialog: BoardDialog) => void
}

function Week({ data, by, monday, onlyOf, onOpenDialog }: WeekProps) {
  const phone = usePhone()
  const [dragged, setDragged] = useState<DraggedItem | null>(null)
  const sensors = useDragSensors()
  const rows = boardRows(data, by)
  if (rows.length === 0) return <NoStores />
  const grid = { rows, monday, by, onlyOf, onOpenDialog }
  if (phone) return <BoardList {...grid} />
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    const target = over?.data.current as DropTarget | undefined
    const dialog = target && dialogForDrop(active.data.current as DraggedItem, target, by, onlyOf !== null)
    if (dialog) onOpenDialog(dialog)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findDropTarget}
      accessibility={{ announcements: announcements(), screenReaderInstructions: instructions() }}
      onDragStart={({ active }) => setDragged(active.data.current as DraggedItem)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      <div className={onlyOf === null ? 'board board-with-aside' : 'board'}>
        <Panel flush label={by === 'store' ? t('按店铺') : t('每人负责的店铺')}>
          <BoardGrid {...grid} />
          <MoreStores total={data.storeTotal} shown={data.stores.length} />
        </Panel>
        {onlyOf === null && <BoardAside by={by} agents={data.agents} stores={data.stores} />}
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && <div className="board-lifted">{dragged.name}</div>}
      </DragOverlay>
    </DndContext>
  )
}

/** Drag sensors for mouse, touch and keyboard. Enter opens the menu of a bar, so only Space picks it up. */
function useDragSensors() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toNextDropTarget,
      keyboardCodes: { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape'] },
    }),
  )
}

function MoreStores({ total, shown }: { total: number; shown: number }) {
  if (total <= shown) return null
  return (
    <p className="board-about">
      {t('共 {n} 家店铺，只显示前 {shown} 家；请按小组或名称查找。', { n: total, shown })}
    </p>
  )
}

function NoStores() {
  return (
    <Panel>
      <EmptyState text={t('没有店铺')} hint={t('换一个小组或名称再找；没有分到小组的店铺，请先更换组长。')} />
    </Panel>
  )
}
