import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useClient } from '#kit/clientContext.tsx'
import { t } from '#kit/text.ts'
import { lazyPart } from './lazyPart.tsx'
import type { Answer, ListEndpoint, Row } from './list/declare.tsx'
import { FilterBar } from './list/FilterBar.tsx'
import { fetchAll } from './list/fetchAll.tsx'
import type { ListParts } from './list/parts.tsx'
import type { ListPageProps } from './list/props.tsx'
import { useExport } from './list/useExport.tsx'
import { type List as ListState, useList } from './list/useList.tsx'
import { type ListKeys, useListKeys } from './list/useListKeys.tsx'
import { type Trail, TrailProvider } from './trail.tsx'
import { isPhone, usePhone } from './usePhone.tsx'
import './Panel.css'
import './ListPage.css'

// A phone needs no table, a desktop no cards; the part for this screen starts loading with this file.
const WideList = lazyPart<'WideList', AnyParts>(() => import('./list/WideList.tsx'), 'WideList')
const PhoneList = lazyPart<'PhoneList', AnyParts>(() => import('./list/PhoneList.tsx'), 'PhoneList')
if (isPhone()) PhoneList.preload()
else WideList.preload()

const KeyHelp = lazyPart<'KeyHelp', { keys: ListKeys }>(() => import('./list/KeyHelp.tsx'), 'KeyHelp')

type AnyParts = ListParts<ListEndpoint>

/**
 * The component for every list: search form, tabs, toolbar, table (cards on a phone), totals, paging, export. Filters,
 * sort and page are in the address. The props are in `list/props.tsx` and `list/declare.tsx`.
 *
 *     <ListPage
 *       endpoint={stores.list}
 *       name={t('店铺')}
 *       filters={[{ key: 'keyword', label: t('店铺'), control: 'text', placeholder: t('名称或编号') }]}
 *       columns={[
 *         { key: 'name', title: t('店铺'), pinned: true, phone: 'name', sort: true, render: (row) => <Link … /> },
 *         { key: 'monthlyFeeCents', title: t('月费'), type: 'money', phone: 'figure' },
 *       ]}
 *       actions={[can(user, 'canUpdateStore') && { key: 'new', label: t('新建店铺'), icon: 'plus', primary: true, onClick }]}
 *       rowActions={(row) => [{ key: 'edit', label: t('编辑'), onClick: () => edit(row) }]}
 *       empty={{ text: t('还没有店铺'), action: { label: t('新建店铺'), onClick } }}
 *     />
 */
export function ListPage<E extends ListEndpoint>(props: ListPageProps<E>) {
  const client = useClient()
  const { search } = useLocation()
  const list = useList(props)
  const exporting = useExport<Row<E>>({
    list: list.key,
    path: props.endpoint.path,
    query: list.query,
    name: props.name,
    columns: list.preferences.visible,
    allColumns: props.columns,
    filters: list.filters,
    values: list.address.filters,
    total: list.total ?? 0,
    fetchRows: async (onProgress, signal) => {
      let answer: Answer<E> | undefined
      const onAnswer = (latest: Answer<E>) => {
        answer = latest
      }
      const rows = await fetchAll(client, props.endpoint, list.query, { onProgress, onAnswer, signal })
      return { rows, totals: answer && props.allTotals?.of(answer, t) }
    },
    totalsOf: (rows) => props.pageTotals?.(rows),
  })
  const keys = useListKeys()
  const parts = { props, list, exporting, keys }
  const { filters = [], summary } = props
  return (
    <div className="list-page" ref={keys.place}>
      {filters.length > 0 && (
        <FilterBar
          filters={filters}
          values={list.address.filters}
          initial={props.initial}
          shown={props.shown}
          onSearch={list.search}
        />
      )}
      {summary?.({ query: list.query, answer: list.answer, loading: list.loading })}
      {keys.help && (
        <Suspense>
          <KeyHelp keys={keys} />
        </Suspense>
      )}
      <TrailProvider value={trailOf(list, search)}>
        <Rows {...(parts as unknown as AnyParts)} />
      </TrailProvider>
    </div>
  )
}

/** The rows and everything around them, in the layout for the screen. */
function Rows(parts: AnyParts) {
  const List = usePhone() ? PhoneList : WideList
  return (
    <Suspense fallback={<div className="panel list-waiting" aria-busy="true" />}>
      <List {...parts} />
    </Suspense>
  )
}

/** What a record's page needs of this list to open the next record; null if the rows have no numeric id. */
function trailOf<E extends ListEndpoint>(
  { query, rows = [], total }: ListState<E>,
  search: string,
): Trail | null {
  const ids = (rows as { id?: unknown }[]).map(({ id }) => id)
  const numbered = ids.every((id): id is number => typeof id === 'number')
  return numbered && total !== undefined ? { query, ids, total, search } : null
}
