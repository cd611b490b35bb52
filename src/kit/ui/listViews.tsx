import { type ComponentType, createContext, use } from 'react'

/** The arrangement of a table, as preferences and views store it. */
export interface TableLayout {
  dense: boolean
  shown: Readonly<Record<string, boolean>>
  order: readonly string[]
  pins: Readonly<Record<string, 'start' | 'end' | 'none'>>
}

/** A saved view: a list's address under a name, with its columns. */
export interface ListView {
  id: number
  /** The key of the list in the preferences. */
  list: string
  name: string
  query: string
  look: TableLayout
}

/** Props of the menu of views in a list. */
export interface ViewsMenuProps {
  list: string
  /** The view named in the address; null for the list without a view. */
  active: ListView | null
  /** The present address and columns; `isChanged` if they differ from the view's. */
  query: string
  layout: TableLayout
  isChanged: boolean
  /** Opens a view or, with null, the list without a view; the columns are then those of the view. */
  open: (view: Pick<ListView, 'id' | 'query'> | null) => void
}

/** The user's views, and the menu that opens and saves them, as the app supplies them. */
export interface ListViews {
  /** Undefined before the server's response. */
  views: readonly ListView[] | undefined
  Menu: ComponentType<ViewsMenuProps>
}

const ListViewsContext = createContext<ListViews | null>(null)
export const ListViewsProvider = ListViewsContext.Provider

/** The user's views; null if the program stores none. */
export function useListViews(): ListViews | null {
  return use(ListViewsContext)
}
