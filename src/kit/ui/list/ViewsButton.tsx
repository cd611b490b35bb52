import { Button } from 'antd'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { useListViews } from '#kit/ui/listViews.tsx'
import type { ListEndpoint } from './declare.tsx'
import type { List } from './useList.tsx'
import { viewAddress, viewQuery } from './viewAddress.ts'

/** The menu of a list's saved views, which the app supplies; hidden inside a record's page. */
export function ViewsButton<E extends ListEndpoint>({ list }: { list: List<E> }) {
  const views = useListViews()
  const [params, setParams] = useSearchParams()
  const { view, preferences } = list
  if (!views || list.isInside) return null
  const query = viewQuery(params)
  return (
    <Suspense fallback={<MenuPlaceholder name={view?.name ?? t('视图')} />}>
      <views.Menu
        list={list.key}
        active={view}
        query={query}
        layout={preferences.layout}
        isChanged={view !== null && (query !== view.query || !isSameLayout(preferences.layout, view.look))}
        open={(next) => {
          if (next?.id === view?.id) preferences.forget()
          setParams(viewAddress(next), { preventScrollReset: true })
        }}
      />
    </Suspense>
  )
}

/** Placeholder of the menu: elements next to it must not move when it is loaded, while the user points at them. */
function MenuPlaceholder({ name }: { name: string }) {
  return (
    <Button type="text" className="views-place" aria-hidden tabIndex={-1}>
      {name}
      <Icon name="down" size={12} />
    </Button>
  )
}

function isSameLayout(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
