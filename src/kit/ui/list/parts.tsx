import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import type { Action, ListEndpoint, Row } from './declare.tsx'
import { present } from './present.tsx'
import type { ListPageProps } from './props.tsx'
import type { NamedTotals } from './TotalsRows.tsx'
import type { Exporting } from './useExport.tsx'
import type { List } from './useList.tsx'

/** What both the wide and the narrow list are drawn from. */
export interface ListParts<E extends ListEndpoint> {
  props: ListPageProps<E>
  list: List<E>
  exporting: Exporting<Row<E>>
}

/** The list's acts, 导出 after the own ones. */
export function actionsOf<E extends ListEndpoint>({ props, list, exporting }: ListParts<E>): Action[] {
  const own = present(props.actions)
  if (props.exportable === false) return own
  const disabled = exporting.progress ?? (!list.total && t('没有可导出的数据'))
  const label = exporting.progress ?? t('导出')
  const act: Action = {
    key: 'export',
    label,
    icon: 'download',
    disabled,
    onClick: () => void exporting.run(),
  }
  // The filled button stands first in a toolbar; at a title it is the last, at the corner.
  return props.actionsAt === 'title' ? [act, ...own] : [...own, act]
}

/** Which states the address chooses; none means all. */
export function tabValues<E extends ListEndpoint>(list: List<E>, key: string): string[] {
  return [list.address.filters[key] ?? []].flat().map(String).filter(Boolean)
}

/** What stands in the place of the rows: nothing yet, or nothing that fits. */
export function EmptyRows<E extends ListEndpoint>({ props, list }: Omit<ListParts<E>, 'exporting'>) {
  const { name, empty } = props
  if (!list.narrowed) return <EmptyState {...(empty ?? { text: t('还没有{name}', { name }) })} />
  const clear = () => list.go({ filters: props.initial ?? {}, current: 1 })
  return (
    <EmptyState
      text={t('没有符合条件的{name}', { name })}
      hint={t('请放宽条件，或清除筛选后再看。')}
      action={{ label: t('清除筛选'), onClick: clear }}
    />
  )
}

/** 本页合计 and 全部合计, as far as the screen gives them. */
export function totalsOf<E extends ListEndpoint>({
  props,
  list,
}: Omit<ListParts<E>, 'exporting'>): NamedTotals[] {
  const { answer, rows } = list
  if (!answer || !rows) return []
  const page = props.pageTotals?.(rows)
  const all = props.allTotals?.(answer)
  return [
    ...(page ? [{ name: t('本页合计'), totals: page }] : []),
    ...(all ? [{ name: t('全部合计'), totals: all }] : []),
  ]
}
