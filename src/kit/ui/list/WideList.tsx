import { useState } from 'react'
import { t } from '#kit/text.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import type { View } from '#kit/ui/ViewSwitch.tsx'
import { ViewSwitch } from '#kit/ui/ViewSwitch.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { BatchBar } from './BatchBar.tsx'
import type { ListEndpoint } from './declare.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTabs } from './ListTabs.tsx'
import { Pager } from './Pager.tsx'
import type { ListParts } from './parts.tsx'
import { actionsOf, EmptyRows, tabValues, totalsOf } from './parts.tsx'
import { present } from './present.tsx'
import { RefreshFailed } from './RefreshFailed.tsx'
import { TableTools } from './TableTools.tsx'

/** A list on a wide screen: toolbar, batch bar, table or chart, pages. */
export function WideList<E extends ListEndpoint>(parts: ListParts<E>) {
  const { props, list } = parts
  const [view, setView] = useState<View>('table')
  const atTitle = props.actionsAt === 'title'
  const shown = view === 'chart' && list.answer ? props.chart?.(list.answer) : undefined
  return (
    <section
      className={list.full ? 'panel list-card list-card-full' : 'panel list-card'}
      aria-label={props.name}
    >
      {atTitle && (
        <PageActions>
          <ActionButtons actions={actionsOf(parts)} />
        </PageActions>
      )}
      <div className="list-toolbar">
        <Lead {...parts} />
        <div className="list-toolbar-actions">
          {!atTitle && <ActionButtons actions={actionsOf(parts)} />}
          {props.chart && <ViewSwitch view={view} onChange={setView} />}
          <TableTools columns={props.columns} list={list} />
        </div>
      </div>
      <Batch {...parts} />
      {list.outdated && <RefreshFailed onRetry={list.refresh} retrying={list.fetching} />}
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refresh} retrying={list.fetching} />
      ) : (
        (shown ?? <Rows {...parts} />)
      )}
      <Pager {...list.address} total={list.total ?? 0} onPage={list.go} />
    </section>
  )
}

function Rows<E extends ListEndpoint>({ props, list }: ListParts<E>) {
  const { rowActions } = props
  return (
    <ListTable
      name={props.name}
      columns={list.preferences.visible}
      rows={list.rows as object[] | undefined}
      rowKey={list.rowKey}
      stale={list.stale}
      dense={list.preferences.dense}
      sort={list.address.sort}
      onSort={(sort) => list.go({ sort, current: 1 })}
      rowActions={rowActions && ((row) => present(rowActions(row)))}
      selection={list.selection as never}
      totals={totalsOf({ props, list })}
      empty={<EmptyRows props={props} list={list} />}
    />
  )
}

function Lead<E extends ListEndpoint>({ props, list }: ListParts<E>) {
  const { tabs, heading } = props
  if (!tabs) {
    return (
      <div className="list-heading">
        {heading?.views ?? (heading && <h2>{heading.title}</h2>)}
        {heading?.hint && <span>{heading.hint}</span>}
      </div>
    )
  }
  return (
    <ListTabs
      options={tabs.options}
      counts={list.answer && tabs.counts?.(list.answer)}
      values={tabValues(list, tabs.key)}
      onChange={list.setTab}
    />
  )
}

function Batch<E extends ListEndpoint>({ props, list, exporting }: ListParts<E>) {
  const { selection, rows = [], total = 0 } = list
  if (!selection || !props.batch) return null
  const own = present(props.batch(selection.rows))
  const exportChosen = { key: 'export', label: t('导出所选'), onClick: exporting.run }
  return (
    <BatchBar
      selection={selection}
      total={total}
      here={rows.filter((row) => selection.keys.includes(list.rowKey(row))).length}
      selectAll={list.selectAll}
      actions={props.exportable === false ? own : [...own, exportChosen]}
    />
  )
}
