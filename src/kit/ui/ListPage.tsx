import { useClient } from '#kit/query.tsx'
import type { ListEndpoint, Row } from './list/declare.tsx'
import { FilterBar } from './list/FilterBar.tsx'
import { fetchAll } from './list/fetchAll.tsx'
import { PhoneList } from './list/PhoneList.tsx'
import type { ListPageProps } from './list/props.tsx'
import { useExport } from './list/useExport.tsx'
import { useList } from './list/useList.tsx'
import { WideList } from './list/WideList.tsx'
import { usePhone } from './usePhone.tsx'
import './Panel.css'
import './ListPage.css'

/**
 * The one way to show a list: search form, tabs, toolbar, table (cards on a phone), totals, paging, export. Filters,
 * sort and page stand in the address. The props are in `list/props.tsx` and `list/declare.tsx`.
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
  const list = useList(props)
  const exporting = useExport<Row<E>>({
    name: props.name,
    columns: list.preferences.visible,
    filters: list.filters,
    values: list.address.filters,
    total: list.total ?? 0,
    fetchRows: (onProgress) => fetchAll(client, props.endpoint, list.query, onProgress),
  })
  const parts = { props, list, exporting }
  const { filters = [], summary } = props
  return (
    <div className="list-page">
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
      {usePhone() ? <PhoneList {...parts} /> : <WideList {...parts} />}
    </div>
  )
}
