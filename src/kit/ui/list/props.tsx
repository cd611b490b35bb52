import type { ReactNode } from 'react'
import type { FilterValues } from './address.ts'
import type {
  Action,
  Answer,
  BatchAction,
  Column,
  Empty,
  Filter,
  ListEndpoint,
  Maybe,
  QueryKey,
  Row,
  RowAction,
  StatusTabs,
  Totals,
} from './declare.tsx'

export interface ListPageProps<E extends ListEndpoint> {
  endpoint: E
  /** What a row is: 店铺. It names the export, the table, and what is missing. */
  name: string
  columns: readonly Column<Row<E>>[]
  filters?: readonly Filter<QueryKey<E>>[]
  /** How many filters stand there before 展开; default 4. */
  shown?: number
  tabs?: StatusTabs<Answer<E>, QueryKey<E>>
  /** Filters that hold while the address says nothing. */
  initial?: FilterValues
  /** Always sent, never in the address: the record that this list belongs to. */
  fixed?: Record<string, unknown>
  sort?: string
  pageSize?: 10 | 20 | 50 | 100
  actions?: Maybe<Action>[]
  /** Reports have their acts at the title, lists in the toolbar. */
  actionsAt?: 'toolbar' | 'title'
  rowActions?: (row: Row<E>) => Maybe<RowAction>[]
  /** What may be done with the selected rows; without it there are no checkboxes. */
  batch?: (rows: Row<E>[]) => Maybe<BatchAction<Row<E>>>[]
  pageTotals?: (items: Row<E>[]) => Totals | undefined
  allTotals?: (answer: Answer<E>) => Totals | undefined
  /** Between the search form and the table: figures and charts of the same filters. */
  summary?: (of: {
    query: Record<string, unknown>
    answer: Answer<E> | undefined
    loading: boolean
  }) => ReactNode
  /** The head of the table, where there are no tabs; `views` is a switch to other rows of the same filters. */
  heading?: { title: string; hint?: string; views?: ReactNode }
  /** The same rows as a chart; gives the switch 表格/图表. */
  chart?: (answer: Answer<E>) => ReactNode
  exportable?: boolean
  empty?: Empty
  rowKey?: (row: Row<E>) => string | number
}
