import { Suspense, useState } from 'react'
import { t } from '#kit/text.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { RefreshFailed } from '#kit/ui/RefreshFailed.tsx'
import type { View, ViewSwitchProps } from '#kit/ui/ViewSwitch.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import type { BatchBarProps } from './BatchBar.tsx'
import { compact } from './compact.tsx'
import type { ListEndpoint } from './declare.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTabs } from './ListTabs.tsx'
import { Pager } from './Pager.tsx'
import { actionsOf, batchOf, EmptyRows, type ListParts, tabValues, totalsOf } from './parts.tsx'
import { TableTools } from './TableTools.tsx'
import { ViewsButton } from './ViewsButton.tsx'

// Few lists have a chart.
const ViewSwitch = lazyPart<'ViewSwitch', ViewSwitchProps>(
  () => import('#kit/ui/ViewSwitch.tsx'),
  'ViewSwitch',
)

// It is not needed before something is selected.
const BatchBar = lazyPart<'BatchBar', BatchBarProps<unknown>>(() => import('./BatchBar.tsx'), 'BatchBar')

/** A list on a wide screen: toolbar, batch bar, table or chart, pages. */
export function WideList<E extends ListEndpoint>(parts: ListParts<E>) {
  const { props, list, keys } = parts
  const [view, setView] = useState<View>('table')
  const atTitle = props.actionsAt === 'title'
  const card = list.full ? 'panel list-card list-card-full' : 'panel list-card'
  const shown = view === 'chart' && list.answer ? props.chart?.(list.answer) : undefined
  return (
    <section className={card} aria-label={props.name}>
      {atTitle && (
        <PageActions>
          <ActionButtons actions={actionsOf(parts)} />
        </PageActions>
      )}
      <div className="list-toolbar">
        <Lead {...parts} />
        <div className="list-toolbar-actions">
          {!atTitle && <ActionButtons actions={actionsOf(parts)} />}
          {props.chart && (
            <Suspense>
              <ViewSwitch view={view} onChange={setView} />
            </Suspense>
          )}
          <ViewsButton list={list} />
          <TableTools list={list} onHelp={() => keys.setHelp(true)} />
        </div>
      </div>
      <Batch {...parts} />
      {list.refreshError && (
        <RefreshFailed error={list.refreshError} onRetry={list.refresh} retrying={list.fetching} />
      )}
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refresh} retrying={list.fetching} />
      ) : (
        (shown ?? <Rows {...parts} />)
      )}
      <nav aria-label={t('分页')} onPointerEnter={list.fetchNext} onFocus={list.fetchNext}>
        <Pager {...list.address} total={list.total ?? 0} onPage={list.go} />
      </nav>
    </section>
  )
}

function Rows<E extends ListEndpoint>({ props, list }: ListParts<E>) {
  const { rowActions } = props
  return (
    <ListTable
      name={props.name}
      columns={list.preferences.visible}
      pins={list.preferences.pins}
      rows={list.rows as object[] | undefined}
      rowKey={list.rowKey}
      stale={list.stale}
      dense={list.preferences.dense}
      sort={list.address.sort}
      onSort={(sort) => list.go({ sort, current: 1 })}
      rowActions={rowActions && ((row) => compact(rowActions(row)))}
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

function Batch<E extends ListEndpoint>(parts: ListParts<E>) {
  const props = batchOf(parts)
  const [isNeeded, setNeeded] = useState(false)
  // Stays mounted after the first selection: its results must remain when the selection is cleared.
  if (!isNeeded && props && props.selection.rows.length > 0) setNeeded(true)
  return (
    props &&
    isNeeded && (
      <Suspense>
        <BatchBar {...(props as unknown as BatchBarProps<unknown>)} />
      </Suspense>
    )
  )
}
