import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { Cards } from './Cards.tsx'
import type { ListEndpoint } from './declare.tsx'
import { ListTabs } from './ListTabs.tsx'
import { Pager } from './Pager.tsx'
import type { ListParts } from './parts.tsx'
import { actionsOf, EmptyRows, present } from './parts.tsx'

/** A list on a phone: tabs, cards, pages, and its acts in a bar at the thumb. */
export function PhoneList<E extends ListEndpoint>(parts: ListParts<E>) {
  const { props, list } = parts
  const { tabs, rowActions } = props
  const actions = actionsOf(parts)
  const primaryLast = [...actions].sort((a, b) => Number(a.primary ?? false) - Number(b.primary ?? false))
  return (
    <section aria-label={props.name} className="phone-list">
      {tabs && (
        <ListTabs
          options={tabs.options}
          counts={list.answer && tabs.counts?.(list.answer)}
          value={[list.address.filters[tabs.key] ?? []].flat()[0] || undefined}
          onChange={list.setTab}
        />
      )}
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refresh} retrying={list.fetching} />
      ) : (
        <Cards
          columns={props.columns}
          rows={list.rows}
          rowKey={list.rowKey}
          stale={list.stale}
          rowActions={rowActions && ((row) => present(rowActions(row)))}
          selection={undefined}
          empty={<EmptyRows props={props} list={list} />}
        />
      )}
      <Pager {...list.address} total={list.total ?? 0} onPage={list.go} />
      {actions.length > 0 && (
        <div className="thumb-bar">
          <ActionButtons actions={primaryLast} large />
        </div>
      )}
    </section>
  )
}
