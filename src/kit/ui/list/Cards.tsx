import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { Bone } from '#kit/ui/Skeletons.tsx'
import { cellOf } from './cells.tsx'
import type { Column, RowAction } from './declare.tsx'
import { RowLinks } from './RowLinks.tsx'
import './Cards.css'

interface Props<T> {
  columns: readonly Column<T>[]
  rows: readonly T[] | undefined
  rowKey: (row: T) => string | number
  stale: boolean
  rowActions: ((row: T) => RowAction[]) | undefined
  empty: ReactNode
}

const FIGURES = 2

/** The rows of a list on a phone: name, status, a line of notes, two figures, a remark. */
export function Cards<T>({ rows, rowKey, stale, empty, ...rest }: Props<T>) {
  if (!rows) return <CardBones />
  if (rows.length === 0) return <div className="row-cards-empty">{empty}</div>
  return (
    <ul className={stale ? 'row-cards row-cards-stale' : 'row-cards'}>
      {rows.map((row) => (
        <li key={rowKey(row)}>
          <Card row={row} {...rest} />
        </li>
      ))}
    </ul>
  )
}

type CardProps<T> = Omit<Props<T>, 'rows' | 'rowKey' | 'stale' | 'empty'> & { row: T }

function Card<T>({ row, columns, rowActions }: CardProps<T>) {
  const at = (place: Column<T>['phone']) => columns.filter((column) => column.phone === place)
  const actions = rowActions?.(row) ?? []
  return (
    <article className="row-card">
      <header>
        <div className="row-card-name">{at('name').map((column) => part(column, row))}</div>
        {at('status').map((column) => part(column, row))}
      </header>
      <div className="row-card-notes">{at('note').map((column) => part(column, row))}</div>
      <div className="row-card-figures">
        {at('figure')
          .slice(0, FIGURES)
          .map((column) => (
            <div key={column.key}>
              <span>{column.title}</span>
              <b>{cellOf(column, row)}</b>
            </div>
          ))}
        <div className="row-card-remark">{at('remark').map((column) => part(column, row))}</div>
      </div>
      {actions.length > 0 && <RowLinks actions={actions} />}
    </article>
  )
}

function part<T>(column: Column<T>, row: T) {
  return <span key={column.key}>{cellOf(column, row)}</span>
}

function CardBones() {
  return (
    <ul className="row-cards" aria-label={t('加载中')}>
      {[0, 1, 2, 3].map((place) => (
        <li key={place} className="row-card row-card-bones">
          <Bone width="55%" height={16} />
          <Bone width="75%" />
          <Bone width="45%" height={20} />
        </li>
      ))}
    </ul>
  )
}
