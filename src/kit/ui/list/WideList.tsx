import { Segmented } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { BatchBar } from './BatchBar.tsx'
import type { ListEndpoint } from './declare.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTabs } from './ListTabs.tsx'
import { Pager } from './Pager.tsx'
import type { ListParts } from './parts.tsx'
import { actionsOf, EmptyRows, present, totalsOf } from './parts.tsx'
import { TableTools } from './TableTools.tsx'

/** A list on a wide screen: toolbar, batch bar, table or chart, pages. */
export function WideList<E extends ListEndpoint>(parts: ListParts<E>) {
  const { props, list } = parts
  const [asChart, setAsChart] = useState(false)
  const atTitle = props.actionsAt === 'title'
  const shown = asChart && list.answer ? props.chart?.(list.answer) : undefined
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
          {props.chart && <ViewSwitch asChart={asChart} setAsChart={setAsChart} />}
          <TableTools
            columns={props.columns}
            preferences={list.preferences}
            full={list.full}
            setFull={list.setFull}
            refresh={list.refresh}
            refreshing={list.fetching}
          />
        </div>
      </div>
      <Batch {...parts} />
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
        {heading && <h2>{heading.title}</h2>}
        {heading?.hint && <span>{heading.hint}</span>}
      </div>
    )
  }
  const value = [list.address.filters[tabs.key] ?? []].flat()[0]
  return (
    <ListTabs
      options={tabs.options}
      counts={list.answer && tabs.counts?.(list.answer)}
      value={value || undefined}
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

function ViewSwitch({ asChart, setAsChart }: { asChart: boolean; setAsChart: (asChart: boolean) => void }) {
  return (
    <Segmented
      options={[
        { value: 'table', label: t('表格') },
        { value: 'chart', label: t('图表') },
      ]}
      value={asChart ? 'chart' : 'table'}
      onChange={(view) => setAsChart(view === 'chart')}
      aria-label={t('表格或图表')}
    />
  )
}
