import { Button } from 'antd'
import { useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { ActionRow } from '#kit/ui/ActionRow.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { RefreshFailed } from '#kit/ui/RefreshFailed.tsx'
import { ThumbBar } from '#kit/ui/ThumbBar.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { BatchActions, type BatchBarProps, SelectEverything } from './BatchBar.tsx'
import { Cards } from './Cards.tsx'
import { compact } from './compact.tsx'
import type { Action, ListEndpoint } from './declare.tsx'
import { ListTabs } from './ListTabs.tsx'
import { Pager } from './Pager.tsx'
import { actionsOf, batchOf, EmptyRows, type ListParts, tabValues } from './parts.tsx'
import { useBatch } from './useBatch.tsx'
import { ViewsButton } from './ViewsButton.tsx'
import './BatchBar.css'

/**
 * A list on a phone: tabs, cards, pages, and its actions in a bar at the bottom. In the page of a record (`fixed`) that
 * bar contains the record's actions, and the list's are above its cards. While rows are being selected the bar contains
 * their actions.
 */
export function PhoneList<E extends ListEndpoint>(parts: ListParts<E>) {
  const { props, list } = parts
  const [choosing, setChoosing] = useState(false)
  const actions = actionsOf(parts)
  const batch = batchOf(parts)
  const inside = props.fixed !== undefined
  const done = () => {
    batch?.selection.clear()
    setChoosing(false)
  }
  return (
    <section aria-label={props.name} className="phone-list">
      <StateTabs {...parts} />
      {props.heading?.views}
      {inside && <InlineActions actions={actions} />}
      {(batch || !inside) && (
        <div className="phone-choice">
          <span>{t('共 {n} 条', { n: formatCount(list.total ?? 0) })}</span>
          {!choosing && <ViewsButton list={list} />}
          {batch && batch.total > 0 && (
            <Button type="link" onClick={() => (choosing ? done() : setChoosing(true))}>
              {choosing ? t('取消选择') : t('选择')}
            </Button>
          )}
        </div>
      )}
      <CardsOf {...parts} choosing={choosing} />
      <Pager
        {...list.address}
        total={list.total ?? 0}
        onPage={(page) => {
          list.go(page)
          window.scrollTo({ top: 0 })
        }}
      />
      {choosing && batch && <PhoneBatchBar {...batch} />}
      {!inside && !choosing && <ThumbActions actions={actions} />}
    </section>
  )
}

function StateTabs<E extends ListEndpoint>({ props: { tabs }, list }: ListParts<E>) {
  if (!tabs) return null
  return (
    <ListTabs
      options={tabs.options}
      counts={list.answer && tabs.counts?.(list.answer)}
      values={tabValues(list, tabs.key)}
      onChange={list.setTab}
    />
  )
}

function CardsOf<E extends ListEndpoint>({ props, list, choosing }: ListParts<E> & { choosing: boolean }) {
  const { rowActions } = props
  const retry = { onRetry: list.refresh, retrying: list.fetching }
  if (list.error) return <ErrorState error={list.error} {...retry} />
  return (
    <>
      {list.refreshError && <RefreshFailed error={list.refreshError} apart {...retry} />}
      <Cards
        columns={props.columns}
        rows={list.rows}
        rowKey={list.rowKey}
        stale={list.stale}
        rowActions={choosing || !rowActions ? undefined : (row) => compact(rowActions(row))}
        selection={choosing ? list.selection : undefined}
        empty={<EmptyRows props={props} list={list} />}
      />
    </>
  )
}

function InlineActions({ actions }: { actions: Action[] }) {
  if (actions.length === 0) return null
  return (
    <div className="phone-list-acts">
      <ActionButtons actions={actions} large />
    </div>
  )
}

function ThumbActions({ actions }: { actions: Action[] }) {
  if (actions.length === 0) return null
  return (
    <ThumbBar>
      <ActionRow actions={actions} large />
    </ThumbBar>
  )
}

/**
 * The bar at the bottom of a phone while rows are being selected: their number, a button to select all, and the
 * actions.
 */
function PhoneBatchBar<T>(props: BatchBarProps<T>) {
  const { selection, actions } = props
  const batch = useBatch(selection)
  const count = selection.rows.length
  return (
    <ThumbBar>
      <section className="phone-batch" aria-label={t('批量操作')}>
        <div className="phone-batch-count">
          <b role="status">{t('已选 {n} 项', { n: formatCount(count) })}</b>
          <SelectEverything {...props} batch={batch} />
        </div>
        {count > 0 && (
          <div className="phone-batch-acts">
            <BatchActions actions={actions} batch={batch} large />
          </div>
        )}
      </section>
      {batch.windows}
    </ThumbBar>
  )
}
