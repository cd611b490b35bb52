import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Button } from 'antd'
import { useState } from 'react'
import { reachOf } from '#access/can.ts'
import { type BoardAgent, type BoardStore, storeAssignments } from '#clients/stores/assignments/contract.ts'
import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { type Day, today } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { BoardDialogs } from './BoardDialogs.tsx'
import { BoardGrid, type GridProps } from './BoardGrid.tsx'
import { type BoardDialog, dialogForDrop } from './boardDialog.tsx'
import {
  announcements,
  type DraggedItem,
  type DropTarget,
  findDropTarget,
  instructions,
  toNextDropTarget,
} from './dragging.tsx'
import { type Bar, type BoardRow, type By, barsOf, boardRows, weekFrom } from './week.ts'
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
export function RosterBoard({ monday, by, headId, keyword }: Props) {
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

interface BoardAsideProps {
  by: By
  agents: readonly BoardAgent[]
  stores: readonly BoardStore[]
}

/** The column next to the board: agents with their loads, or stores, to drag onto a day. */
function BoardAside({ by, agents, stores }: BoardAsideProps) {
  return (
    <Panel
      className="board-aside"
      title={by === 'store' ? t('客服负荷') : t('店铺')}
      hint={t('拖到表格里分配')}
    >
      <ul>
        {by === 'store'
          ? agents.map((agent) => (
              <Item key={agent.id} dragged={{ kind: 'agent', id: agent.id, name: agent.name }}>
                {agent.load && <LoadText load={agent.load} />}
              </Item>
            ))
          : stores.map((store) => (
              <Item key={store.id} dragged={{ kind: 'store', id: store.id, name: store.name }}>
                <small>{t(platformNames[store.platform])}</small>
              </Item>
            ))}
      </ul>
      {by === 'store' && agents.some(({ load }) => load) && (
        <p className="board-about">
          {t('人数是今天所分配店铺的日均咨询量之和，按占比折算；取最近 7 天里有数据的日子。')}
        </p>
      )}
    </Panel>
  )
}

function LoadText({ load }: { load: NonNullable<BoardAgent['load']> }) {
  const { stores, dailyVolume } = load
  return (
    <small>
      {dailyVolume === null
        ? t('店铺 {n}', { n: stores })
        : t('店铺 {n} · 日均 {volume} 人', { n: stores, volume: formatCount(dailyVolume) })}
    </small>
  )
}

interface ItemProps {
  dragged: Extract<DraggedItem, { kind: 'agent' | 'store' }>
  children: React.ReactNode
}

function Item({ dragged, children }: ItemProps) {
  const { setNodeRef, attributes, listeners } = useDraggable({
    id: `${dragged.kind}-${dragged.id}`,
    data: dragged,
  })
  return (
    <li>
      <button type="button" className="board-carry" ref={setNodeRef} {...attributes} {...listeners}>
        <Icon name="grip" size={14} />
        <span>{dragged.name}</span>
        {children}
      </button>
    </li>
  )
}

/** The board on a phone: a card per row, with a line per assignment of the week. */
function BoardList(props: GridProps) {
  return (
    <div className="board-list">
      {props.rows.map((row) => (
        <Card key={row.id} {...props} row={row} />
      ))}
    </div>
  )
}

function Card({ row, monday, by, onlyOf, onOpenDialog }: GridProps & { row: BoardRow }) {
  const bars = barsOf(row.assignments, monday)
  const week = weekFrom(monday)
  const now = today(() => new Date())
  const on = week.includes(now) ? now : monday
  const fixed = by === 'store' ? { storeId: row.id } : { staffId: row.id }
  return (
    <Panel
      title={row.name}
      actions={
        onlyOf === null && (
          <Button onClick={() => onOpenDialog({ kind: 'assign', ...fixed, on })}>{t('分配')}</Button>
        )
      }
    >
      {bars.length === 0 && onlyOf === null && (
        <p className="board-none">{by === 'store' ? t('本周无人') : t('本周没有店铺')}</p>
      )}
      <ul>
        {bars.map((bar) => (
          <li key={bar.assignment.id}>
            <LineText bar={bar} by={by} week={week} />
            {(onlyOf === null || bar.assignment.staffId === onlyOf) && (
              <Button
                type="link"
                onClick={() =>
                  onOpenDialog({
                    kind: onlyOf === null ? 'change' : 'substitute',
                    assignment: bar.assignment,
                    on,
                  })
                }
              >
                {onlyOf === null ? t('调整') : t('安排替班')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function LineText({ bar, by, week }: { bar: Bar; by: GridProps['by']; week: readonly string[] }) {
  const { assignment, firstColumn, lastColumn } = bar
  const { nameOf } = useShifts()
  const dayAt = (column: number) => week[column - 1]?.slice(5) ?? ''
  return (
    <span>
      {nameOf(assignment.shift)} · {by === 'store' ? assignment.staffName : assignment.storeName}
      <small>
        {t(dutyNames[assignment.duty])} · {assignment.sharePercent}% ·{' '}
        {t('{from} 至 {to}', { from: dayAt(firstColumn), to: dayAt(lastColumn) })}
      </small>
    </span>
  )
}
