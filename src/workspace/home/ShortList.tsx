import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Cards } from '#kit/ui/list/Cards.tsx'
import type { Column, Empty, RowAction } from '#kit/ui/list/declare.tsx'
import { ListTable } from '#kit/ui/list/ListTable.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'

interface Props<R> {
  title: string
  hint: string
  /** Label with the total and link to the complete list; no link if absent. */
  all?: { label: string; to: string }
  columns: Column<R>[]
  rows: R[]
  rowKey: (row: R) => number
  rowActions?: (row: R) => RowAction[]
  /** The text for an empty list, which is usually good news: then from `allWell`. */
  empty: Empty
}

/** The first rows of a list whose complete version is on another screen. */
export function ShortList<R extends object>({ title, hint, all, rows, empty, ...list }: Props<R>) {
  return (
    <Panel
      title={title}
      hint={hint}
      flush
      actions={all && <Link to={all.to}>{all.label}</Link>}
      className="short-list"
    >
      {rows.length === 0 ? (
        <EmptyState compact {...empty} />
      ) : (
        <Rows {...list} rows={rows} name={title} empty={t('没有数据')} />
      )}
    </Panel>
  )
}

type RowsProps<R> = Pick<Props<R>, 'columns' | 'rows' | 'rowKey' | 'rowActions'> & {
  name: string
  empty: string
}

function Rows<R extends object>(props: RowsProps<R>) {
  const { columns, rows, rowKey, rowActions, empty } = props
  const phone = usePhone()
  const shared = { columns, rows, rowKey, rowActions, empty, stale: false }
  if (phone) return <Cards {...shared} />
  return (
    <ListTable
      {...shared}
      name={props.name}
      dense={false}
      sort={undefined}
      onSort={() => undefined}
      selection={undefined}
      totals={[]}
    />
  )
}
