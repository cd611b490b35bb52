import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { ThumbBar } from '#kit/ui/ThumbBar.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { Cards } from './Cards.tsx'
import type { Action, ListEndpoint } from './declare.tsx'
import { ListTabs } from './ListTabs.tsx'
import { Pager } from './Pager.tsx'
import type { ListParts } from './parts.tsx'
import { actionsOf, EmptyRows, tabValues } from './parts.tsx'
import { present } from './present.tsx'
import { RefreshFailed } from './RefreshFailed.tsx'

/**
 * A list on a phone: tabs, cards, pages, and its acts in a bar at the thumb. Inside the page of a record (`fixed`) that
 * bar is the record's, and the list's acts stand over its cards.
 */
export function PhoneList<E extends ListEndpoint>(parts: ListParts<E>) {
  const { props, list } = parts
  const { tabs, rowActions } = props
  const actions = actionsOf(parts)
  const inside = props.fixed !== undefined
  return (
    <section aria-label={props.name} className="phone-list">
      {tabs && (
        <ListTabs
          options={tabs.options}
          counts={list.answer && tabs.counts?.(list.answer)}
          values={tabValues(list, tabs.key)}
          onChange={list.setTab}
        />
      )}
      {props.heading?.views}
      {inside && <InlineActs actions={actions} />}
      {list.outdated && <RefreshFailed onRetry={list.refresh} retrying={list.fetching} />}
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refresh} retrying={list.fetching} />
      ) : (
        <Cards
          columns={props.columns}
          rows={list.rows}
          rowKey={list.rowKey}
          stale={list.stale}
          rowActions={rowActions && ((row) => present(rowActions(row)))}
          empty={<EmptyRows props={props} list={list} />}
        />
      )}
      <Pager {...list.address} total={list.total ?? 0} onPage={list.go} />
      {!inside && <ThumbActs actions={actions} />}
    </section>
  )
}

function InlineActs({ actions }: { actions: Action[] }) {
  if (actions.length === 0) return null
  return (
    <div className="phone-list-acts">
      <ActionButtons actions={actions} large />
    </div>
  )
}

/** At the thumb the filled one stands at the corner. */
function ThumbActs({ actions }: { actions: Action[] }) {
  if (actions.length === 0) return null
  const ordered = [...actions].sort((a, b) => Number(a.primary ?? false) - Number(b.primary ?? false))
  return (
    <ThumbBar>
      <ActionButtons actions={ordered} large />
    </ThumbBar>
  )
}
