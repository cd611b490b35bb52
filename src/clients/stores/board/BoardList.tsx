import { Button } from 'antd'
import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { shiftNames } from '#clients/stores/rules.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import type { GridProps } from './BoardGrid.tsx'
import type { Bar, BoardRow } from './week.ts'
import { barsOf, weekFrom } from './week.ts'

/** The board on a phone: a card per row, with a line per assignment of the week. */
export function BoardList(props: GridProps) {
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
  const dayAt = (column: number) => week[column - 1]?.slice(5) ?? ''
  return (
    <span>
      {t(shiftNames[assignment.shift])} · {by === 'store' ? assignment.staffName : assignment.storeName}
      <small>
        {t(dutyNames[assignment.duty])} · {assignment.sharePercent}% ·{' '}
        {t('{from} 至 {to}', { from: dayAt(firstColumn), to: dayAt(lastColumn) })}
      </small>
    </span>
  )
}
