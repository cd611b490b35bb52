import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import type { BatchBarProps } from './BatchBar.tsx'
import { compact } from './compact.tsx'
import type { Action, Empty, ListEndpoint, Row } from './declare.tsx'
import type { ListPageProps } from './props.tsx'
import type { NamedTotals } from './TotalsRows.tsx'
import type { Exporting } from './useExport.tsx'
import type { List } from './useList.tsx'
import type { ListKeys } from './useListKeys.tsx'

/** Props of both the wide and the narrow list. */
export interface ListParts<E extends ListEndpoint> {
  props: ListPageProps<E>
  list: List<E>
  exporting: Exporting<Row<E>>
  keys: ListKeys
}

/** The list's actions, with 导出 after its own ones. */
export function actionsOf<E extends ListEndpoint>({ props, list, exporting }: ListParts<E>): Action[] {
  const listActions = compact(props.actions)
  if (props.exportable === false) return listActions
  const exportAction: Action = exporting.progress
    ? {
        key: 'export',
        label: t('{progress} · 取消', { progress: exporting.progress }),
        icon: 'close',
        onClick: exporting.cancel,
      }
    : {
        key: 'export',
        label: t('导出'),
        icon: 'download',
        disabled: !list.total && t('没有可导出的数据'),
        onClick: () => void exporting.run(),
      }
  // The primary button is first in a toolbar, and last at a title, in the corner.
  return props.actionsAt === 'title' ? [exportAction, ...listActions] : [...listActions, exportAction]
}

/** The selection and its actions; undefined if rows cannot be selected. */
export function batchOf<E extends ListEndpoint>(parts: ListParts<E>): BatchBarProps<Row<E>> | undefined {
  const { props, list, exporting } = parts
  const { selection, rows = [], total = 0 } = list
  if (!selection || !props.batch) return undefined
  const exportChosen = {
    key: 'export',
    label: t('导出所选'),
    onClick: async (chosen: Row<E>[]) => {
      await exporting.run(chosen)
      return null
    },
  }
  const batchActions = compact(props.batch(selection.rows))
  return {
    selection,
    total,
    selectedOnPage: rows.filter((row) => selection.keys.includes(list.rowKey(row))).length,
    selectAll: list.selectAll,
    actions: props.exportable === false ? batchActions : [...batchActions, exportChosen],
  }
}

/** The states chosen in the address; none means all. */
export function tabValues<E extends ListEndpoint>(list: List<E>, key: string): string[] {
  return [list.address.filters[key] ?? []].flat().map(String).filter(Boolean)
}

function emptyOf<E extends ListEndpoint>(
  { empty }: ListParts<E>['props'],
  { answer }: Pick<List<E>, 'answer'>,
): Empty | undefined {
  if (typeof empty !== 'function') return empty
  return answer && empty(answer)
}

/** Shown instead of rows: no rows exist yet, or none match the filters. */
export function EmptyRows<E extends ListEndpoint>({ props, list }: Pick<ListParts<E>, 'props' | 'list'>) {
  const { name } = props
  if (!list.narrowed)
    return <EmptyState {...(emptyOf(props, list) ?? { text: t('还没有{name}', { name }) })} />
  const clear = () => list.go({ filters: props.initial ?? {}, current: 1 })
  return (
    <EmptyState
      text={t('没有符合条件的{name}', { name })}
      hint={t('请放宽条件，或清除筛选后再看。')}
      action={{ label: t('清除筛选'), onClick: clear }}
    />
  )
}

/** 本页合计 and 全部合计, if the screen supplies them. */
export function totalsOf<E extends ListEndpoint>({
  props,
  list,
}: Pick<ListParts<E>, 'props' | 'list'>): NamedTotals[] {
  const { answer, rows } = list
  if (!answer || !rows) return []
  const page = props.pageTotals?.(rows)
  const all = props.allTotals?.of(answer, t)
  return [
    ...(page ? [{ name: t('本页合计'), totals: page }] : []),
    ...(all ? [{ name: t('全部合计'), totals: all }] : []),
  ]
}
