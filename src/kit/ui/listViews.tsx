import type { ComponentType } from 'react'
import { createContext, use } from 'react'

/** How a person likes a table: what is kept of it, and what a view of it holds. */
export interface Look {
  dense: boolean
  shown: Readonly<Record<string, boolean>>
  order: readonly string[]
  pins: Readonly<Record<string, 'start' | 'end' | 'none'>>
}

/** A list's address under a name, with the columns that belong to it. */
export interface ListView {
  id: number
  /** The list as its preferences name it. */
  list: string
  name: string
  query: string
  look: Look
}

/** What the menu of views is told of the list that it stands in. */
export interface ViewsMenuProps {
  list: string
  /** The view that the address names; null for the list as it is. */
  active: ListView | null
  /** The address and the columns as they are now; `isChanged`: other than the view's. */
  query: string
  look: Look
  isChanged: boolean
  /** Opens a view, or (null) the list as it is; the columns are then as the view has them. */
  open: (view: Pick<ListView, 'id' | 'query'> | null) => void
}

/** The views that are there for a person, and the menu that opens and keeps them, as the app has them. */
export interface ListViews {
  /** Undefined until the server has answered. */
  views: readonly ListView[] | undefined
  Menu: ComponentType<ViewsMenuProps>
}

const ListViewsContext = createContext<ListViews | null>(null)
export const ListViewsProvider = ListViewsContext.Provider

/** The views that are there for this person; null where the program keeps none. */
export function useListViews(): ListViews | null {
  return use(ListViewsContext)
}
