import type { DragEndEvent } from '@dnd-kit/core'
import { DndContext, DragOverlay, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { reachOf } from '#access/can.ts'
import { importsOfStores } from '#features/record-imports/RecordImportPicker.tsx'
import { storeAssignments } from '#features/store-assignments/contract.ts'
import { isDay, mondayOf, today } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { AskForm } from './AskForm.tsx'
import type { Ask } from './asking.tsx'
import { askOf } from './asking.tsx'
import { BoardAside } from './BoardAside.tsx'
import type { Shown } from './BoardBar.tsx'
import { BoardBar } from './BoardBar.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import { BoardList } from './BoardList.tsx'
import type { Carried, Place } from './dragging.tsx'
import { announcements, instructions, placeUnder, toNextPlace } from './dragging.tsx'
import { rowsOf } from './week.ts'
import './board.css'

/** 排班表: who serves which store in which shift, a week at a time. The address has week, rows and team. */
export function BoardScreen() {
  const user = useUser()
  const reach = reachOf(user, 'canAssignStore')
  const handsOver = reach === 'own'
  const [shown, setShown] = useShown()
  const [ask, setAsk] = useState<Ask | null>(null)
  const call = useCall(
    storeAssignments.board,
    { from: shown.monday, headId: shown.headId, keyword: shown.keyword || undefined },
    { keepRows: true, messagePlace: 'inPage' },
  )
  return (
    <>
      <BoardBar
        shown={shown}
        choosesTeam={reach === 'all' || reach === 'company'}
        onChange={setShown}
        imports={importsOfStores(user).includes('assignment')}
      />
      <Loaded call={call} skeleton={<Waiting />} panel>
        {(data) => <Board data={data} shown={shown} onlyOf={handsOver ? user.id : null} onAsk={setAsk} />}
      </Loaded>
      <AskForm ask={ask} onClose={() => setAsk(null)} />
    </>
  )
}

function Waiting() {
  return (
    <Panel>
      <TextSkeleton rows={10} />
    </Panel>
  )
}

type Data = NonNullable<ReturnType<typeof useCall<typeof storeAssignments.board>>['data']>

interface BoardProps {
  data: Data
  shown: Shown
  onlyOf: number | null
  onAsk: (ask: Ask) => void
}

function Board({ data, shown: { by, monday }, onlyOf, onAsk }: BoardProps) {
  const phone = usePhone()
  const [carried, setCarried] = useState<Carried | null>(null)
  const sensors = useHands()
  const rows = rowsOf(data, by)
  if (rows.length === 0) return <None />
  const grid = { rows, monday, by, onlyOf, onAsk }
  if (phone) return <BoardList {...grid} />
  const drop = ({ active, over }: DragEndEvent) => {
    setCarried(null)
    const place = over?.data.current as Place | undefined
    const asked = place && askOf(active.data.current as Carried, place, by, onlyOf !== null)
    if (asked) onAsk(asked)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={placeUnder}
      accessibility={{ announcements: announcements(), screenReaderInstructions: instructions() }}
      onDragStart={({ active }) => setCarried(active.data.current as Carried)}
      onDragCancel={() => setCarried(null)}
      onDragEnd={drop}
    >
      <div className={onlyOf === null ? 'board board-with-aside' : 'board'}>
        <Panel flush label={t('排班表')}>
          <BoardGrid {...grid} />
          <MoreStores total={data.storeTotal} shown={data.stores.length} />
        </Panel>
        {onlyOf === null && <BoardAside by={by} agents={data.agents} stores={data.stores} />}
      </div>
      <DragOverlay dropAnimation={null}>
        {carried && <div className="board-lifted">{carried.name}</div>}
      </DragOverlay>
    </DndContext>
  )
}

/** Mouse, finger and keyboard; Enter opens a bar, so that Space alone picks it up. */
function useHands() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toNextPlace,
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

function None() {
  return (
    <Panel>
      <EmptyState text={t('没有店铺')} hint={t('换一个小组或名称再找；没有分到小组的店铺，请先更换组长。')} />
    </Panel>
  )
}

/** What the board shows is kept in the address. */
function useShown(): [Shown, (change: Partial<Shown>) => void] {
  const [params, setParams] = useSearchParams()
  const week = params.get('week') ?? ''
  const shown: Shown = {
    monday: mondayOf(isDay(week) ? week : today(() => new Date())),
    by: params.get('by') === 'agent' ? 'agent' : 'store',
    headId: Number(params.get('headId')) || undefined,
    keyword: params.get('keyword') ?? '',
  }
  const change = (changes: Partial<Shown>) => {
    const { monday, by, headId, keyword } = { ...shown, ...changes }
    const next = { week: monday, by, ...(headId && { headId: String(headId) }), ...(keyword && { keyword }) }
    setParams(next, { preventScrollReset: true })
  }
  return [shown, change]
}
