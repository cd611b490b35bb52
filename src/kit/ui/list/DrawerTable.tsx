import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { Cards } from './Cards.tsx'
import type { Column, RowAction } from './declare.tsx'
import { ListTable } from './ListTable.tsx'
import './ListTable.css'

interface DrawerTableProps<R> {
  name: string
  columns: Column<R>[]
  rows: R[]
  rowKey: (row: R) => string
  rowActions?: ((row: R) => RowAction[]) | undefined
  empty: { text: string; hint: string }
}

/** A table in a drawer; cards on a phone. */
export function DrawerTable<R extends object>({ name, columns, empty, ...rest }: DrawerTableProps<R>) {
  const phone = usePhone()
  const shared = {
    ...rest,
    columns: plain(columns),
    rowActions: rest.rowActions,
    stale: false,
    empty: <EmptyState compact {...empty} />,
  }
  if (phone) {
    return (
      <div className="drawer-cards">
        <Cards {...shared} />
      </div>
    )
  }
  return (
    <div className="drawer-table">
      <ListTable
        {...shared}
        name={name}
        dense
        sort={undefined}
        onSort={() => undefined}
        selection={undefined}
        totals={[]}
      />
    </div>
  )
}

/** The visible columns, without sorting; on a phone the day is the name of its row. */
function plain<R>(columns: Column<R>[]): Column<R>[] {
  return columns
    .filter(({ hidden }) => !hidden)
    .map((column) => ({ ...column, sort: false, ...(column.key === 'on' && { phone: 'name' }) }))
}
