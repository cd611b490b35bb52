import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { Bone } from '#kit/ui/Skeletons.tsx'
import { cellOf, isBlankCell, nameOf } from './cells.tsx'
import type { Column, RowAction } from './declare.tsx'
import { RowLinks } from './RowLinks.tsx'
import type { Selection } from './useSelection.tsx'
import './Cards.css'

interface Props<T> {
  columns: readonly Column<T>[]
  rows: readonly T[] | undefined
  rowKey: (row: T) => string | number
  stale: boolean
  rowActions: ((row: T) => RowAction[]) | undefined
  /** Set while the user selects rows: a tap selects the card, and its actions are hidden. */
  selection?: Selection<T> | undefined
  empty: ReactNode
}

const FIGURES = 2

/** The rows of a list on a phone: name, status, a line of notes, two figures, a remark. */
export function Cards<T>({ rows, rowKey, stale, empty, selection, ...rest }: Props<T>) {
  if (!rows) return <CardBones />
  if (rows.length === 0) return <div className="row-cards-empty">{empty}</div>
  return (
    <ul className={stale ? 'row-cards row-cards-stale' : 'row-cards'}>
      {rows.map((row) => (
        <li key={rowKey(row)}>
          {selection ? (
            <SelectableCard
              name={nameOf(rest.columns, row)}
              rowKey={rowKey(row)}
              row={row}
              selection={selection}
            >
              <Card row={row} {...rest} />
            </SelectableCard>
          ) : (
            <Card row={row} {...rest} />
          )}
        </li>
      ))}
    </ul>
  )
}

type CardProps<T> = Pick<Props<T>, 'columns' | 'rowActions'> & { row: T }

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
        <div className="row-card-remark">
          {at('remark')
            .filter((column) => !isBlankCell(column, row))
            .map((column) => part(column, row))}
        </div>
      </div>
      {actions.length > 0 && <RowLinks actions={actions} />}
    </article>
  )
}

/** A card that a tap anywhere selects; its links are inert meanwhile. */
function SelectableCard<T>(props: {
  name: string
  rowKey: string | number
  row: T
  selection: Selection<T>
  children: ReactNode
}) {
  const { name, rowKey, row, selection, children } = props
  const chosen = selection.keys.includes(rowKey)
  const others = selection.keys.filter((key) => key !== rowKey)
  return (
    <Checkbox
      className={chosen ? 'card-choice card-chosen' : 'card-choice'}
      checked={chosen}
      aria-label={t('选择{name}', { name })}
      onChange={() => selection.choose(chosen ? others : [...others, rowKey], [row])}
    >
      <div inert>{children}</div>
    </Checkbox>
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
