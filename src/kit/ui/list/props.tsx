import type { ReactNode } from 'react'
import type { ListTotals, Totals } from '#kit/listTotals.ts'
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
} from './declare.tsx'

export interface ListPageProps<E extends ListEndpoint> {
  endpoint: E
  /** The name of a row: 店铺. Used for the export, the table and messages. */
  name: string
  columns: readonly Column<Row<E>>[]
  filters?: readonly Filter<QueryKey<E>>[]
  /** How many filters are visible before 展开; default 4. */
  shown?: number
  tabs?: StatusTabs<Answer<E>, QueryKey<E>>
  /** Default filters while the address contains none. */
  initial?: FilterValues
  /** Always sent, never in the address: the record that this list belongs to. */
  fixed?: Record<string, unknown>
  sort?: string
  pageSize?: 10 | 20 | 50 | 100
  actions?: Maybe<Action>[]
  /** Reports have their actions at the title, lists in the toolbar. */
  actionsAt?: 'toolbar' | 'title'
  rowActions?: (row: Row<E>) => Maybe<RowAction>[]
  /** Actions on the selected rows; without it there are no checkboxes. */
  batch?: (rows: Row<E>[]) => Maybe<BatchAction<Row<E>>>[]
  /** 本页合计: the totals of the page's rows. */
  pageTotals?: (items: Row<E>[]) => Totals | undefined
  /** 全部合计: the totals of all rows that the filters find; exported files contain them too. */
  allTotals?: ListTotals<Answer<E>>
  /** Shown between the search form and the table: figures and charts for the same filters. */
  summary?: (of: {
    query: Record<string, unknown>
    answer: Answer<E> | undefined
    loading: boolean
  }) => ReactNode
  /** The heading of the table if there are no tabs; `views` is a switch to other rows of the same filters. */
  heading?: { title: string; hint?: string; views?: ReactNode }
  /** The same rows as a chart; adds the switch 表格/图表. */
  chart?: (answer: Answer<E>) => ReactNode
  exportable?: boolean
  /** The message of an empty list; a function if it depends on the response, as on how many records were checked. */
  empty?: Empty | ((answer: Answer<E>) => Empty)
  rowKey?: (row: Row<E>) => string | number
}
