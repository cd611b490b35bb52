import { useDraggable } from '@dnd-kit/core'
import { Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { dutyNames } from '#clients/stores/assignments/rules.ts'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import type { BoardDialog } from './boardDialog.tsx'
import type { DraggedItem } from './dragging.tsx'
import type { Bar, By } from './week.ts'

interface Props {
  bar: Bar
  by: By
  /** The first day of the bar within the week. */
  on: Day
  /** What the user may do with the assignment: everything, only arrange a substitute, or nothing. */
  may: 'all' | 'substitute' | 'none'
  onOpenDialog: (dialog: BoardDialog) => void
}

/** An assignment on the board. It can be dragged to another row, and opens a menu with its other actions. */
export function BarChip({ bar, by, on, may, onOpenDialog }: Props) {
  const { assignment } = bar
  const { duty, sharePercent } = assignment
  const name = by === 'store' ? assignment.staffName : assignment.storeName
  const dragged: DraggedItem = { kind: 'bar', assignment, name }
  const { setNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: `bar-${assignment.id}`,
    data: dragged,
    disabled: may === 'none',
  })
  const { nameOf } = useShifts()
  const actions = useActions(bar, on, may, onOpenDialog)
  return (
    <Dropdown trigger={['click']} menu={{ items: actions }}>
      <button
        type="button"
        ref={setNodeRef}
        {...attributes}
        {...listeners}
        className={classOf(bar, isDragging)}
        style={{ gridColumn: `${bar.firstColumn} / ${bar.lastColumn + 1}`, gridRow: bar.lane }}
        title={titleOf(bar, nameOf(assignment.shift))}
      >
        <span className={`board-shift board-shift-${assignment.shift}`}>{nameOf(assignment.shift)}</span>
        <span className="board-who">{name}</span>
        {duty !== 'main' && <span className="board-duty">{t(dutyNames[duty])}</span>}
        {(duty === 'main' || sharePercent > 0) && <span className="board-share">{sharePercent}%</span>}
      </button>
    </Dropdown>
  )
}

function classOf({ assignment, fromBefore, goesOn }: Bar, isDragging: boolean): string {
  return [
    'board-bar',
    `board-${assignment.duty}`,
    fromBefore && 'board-from-before',
    goesOn && 'board-goes-on',
    isDragging && 'board-carried',
  ]
    .filter(Boolean)
    .join(' ')
}

function titleOf({ assignment }: Bar, shift: string): string {
  const { storeName, staffName, duty, fromOn, toOn, sharePercent } = assignment
  return t('{staff} · {store} · {shift} · {duty} · 占比 {share}% · {from} 至 {to}', {
    staff: staffName,
    store: storeName,
    shift,
    duty: t(dutyNames[duty]),
    share: sharePercent,
    from: fromOn,
    to: toOn ?? t('今后'),
  })
}

function useActions(
  { assignment }: Bar,
  on: Day,
  may: Props['may'],
  onOpenDialog: (dialog: BoardDialog) => void,
) {
  const navigate = useNavigate()
  const open = () => void navigate(`/store-management/${assignment.storeId}?tab=agents`)
  const openDialog = (kind: 'change' | 'substitute') => () => onOpenDialog({ kind, assignment, on })
  return [
    ...(may === 'all' ? [{ key: 'change', label: t('调整或转交'), onClick: openDialog('change') }] : []),
    ...(may === 'none'
      ? []
      : [{ key: 'substitute', label: t('安排替班'), onClick: openDialog('substitute') }]),
    ...(may === 'all'
      ? [
          {
            key: 'end',
            label: t('结束'),
            danger: true,
            onClick: () => onOpenDialog({ kind: 'end', assignment }),
          },
        ]
      : []),
    { key: 'open', label: t('打开店铺'), onClick: open },
  ]
}
