import { useDroppable } from '@dnd-kit/core'
import { addDays, type Day, today, weekdayOf } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { BarChip } from './BarChip.tsx'
import type { BoardDialog } from './boardDialog.tsx'
import type { DropTarget } from './dragging.tsx'
import { type BoardRow, type By, barsOf, weekFrom } from './week.ts'

export interface GridProps {
  rows: readonly BoardRow[]
  monday: Day
  by: By
  /** The user's id if only their own shifts can be handed over; null if all can be moved. */
  onlyOf: number | null
  onOpenDialog: (dialog: BoardDialog) => void
}

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

/** The name of a weekday. */
export function weekdayName(day: Day): string {
  return t(WEEKDAYS[weekdayOf(day) - 1] ?? '')
}

/** The board of a week: a row per store or agent, a column per day and a bar per assignment. */
export function BoardGrid(props: GridProps) {
  const { rows, monday, by } = props
  const now = today(() => new Date())
  return (
    <div className="board-grid">
      <div className="board-row board-head">
        <div className="board-name">{by === 'store' ? t('店铺') : t('客服')}</div>
        <div className="board-days">
          {weekFrom(monday).map((day) => (
            <div key={day} className={day === now ? 'board-day board-today' : 'board-day'}>
              {weekdayName(day)} <span>{day.slice(5)}</span>
            </div>
          ))}
        </div>
      </div>
      {rows.map((row) => (
        <Row key={row.id} {...props} row={row} />
      ))}
    </div>
  )
}

function Row({ row, monday, by, onlyOf, onOpenDialog }: GridProps & { row: BoardRow }) {
  const bars = barsOf(row.assignments, monday)
  const lanes = Math.max(0, ...bars.map(({ lane }) => lane))
  return (
    <section className="board-row" aria-label={row.name}>
      <div className="board-name">
        <span title={row.name}>{row.name}</span>
        {bars.length === 0 && onlyOf === null && (
          <small>{by === 'store' ? t('本周无人') : t('本周没有店铺')}</small>
        )}
      </div>
      <div className="board-days" style={{ gridTemplateRows: `repeat(${lanes}, auto) 24px` }}>
        {weekFrom(monday).map((day, at) => (
          <Cell
            key={day}
            column={at + 1}
            target={{ rowId: row.id, day, name: row.name }}
            onAdd={onlyOf === null ? () => onOpenDialog(assignDialog(row.id, day, by)) : undefined}
          />
        ))}
        {bars.map((bar) => (
          <BarChip
            key={bar.assignment.id}
            bar={bar}
            by={by}
            on={addDays(monday, bar.firstColumn - 1)}
            may={onlyOf === null ? 'all' : bar.assignment.staffId === onlyOf ? 'substitute' : 'none'}
            onOpenDialog={onOpenDialog}
          />
        ))}
      </div>
    </section>
  )
}

const assignDialog = (rowId: number, on: Day, by: By): BoardDialog =>
  by === 'store' ? { kind: 'assign', storeId: rowId, on } : { kind: 'assign', staffId: rowId, on }

/** One day of a row: a drop target, with a button for the same action. */
function Cell({
  column,
  target,
  onAdd,
}: {
  column: number
  target: DropTarget
  onAdd: (() => void) | undefined
}) {
  const { setNodeRef, isOver } = useDroppable({ id: `${target.rowId}-${target.day}`, data: target })
  return (
    <div
      ref={setNodeRef}
      className={isOver ? 'board-cell board-over' : 'board-cell'}
      style={{ gridColumn: column }}
    >
      {onAdd && (
        <button
          type="button"
          className="board-add"
          onClick={onAdd}
          aria-label={t('{name} {day} 分配客服', { name: target.name, day: target.day })}
        >
          <Icon name="plus" size={12} />
        </button>
      )}
    </div>
  )
}
