import { HOME, type menu, screenAt } from './routes.ts'

type Entry = (typeof menu)[number]
type Leaf = Extract<Entry, { path: string }> | Extract<Entry, { screens: unknown }>['screens'][number]
type Detailed = Extract<Leaf, { detail: unknown }>
type Paged = Extract<Leaf, { pages: unknown }>
type PathsOf<L> = L extends {
  path: infer P extends string
  pages: readonly { path: infer S extends string }[]
}
  ? `${P}/${S}`
  : never

/** Every path that has a screen; `screens.tsx` must name one for each. */
export type ScreenPath = Leaf['path'] | `${Detailed['path']}/:id` | PathsOf<Paged>

/** The key of a path's screen in `screens.tsx`; that of `/` is the home page's. */
export function screenKey(pathname: string): ScreenPath | undefined {
  const screen = screenAt(pathname === '/' ? HOME : pathname)
  const page = screen?.pages?.find(({ path }) => isUnder(pathname, `${screen.path}/${path}`))
  if (screen && page) return `${screen.path}/${page.path}` as ScreenPath
  if (!screen || (pathname !== screen.path && !screen.detail)) return undefined
  return (pathname === screen.path || pathname === '/' ? screen.path : `${screen.path}/:id`) as ScreenPath
}

/** Whether a path matches a pattern segment by segment; `:name` matches any segment. */
function isUnder(pathname: string, pattern: string): boolean {
  const [parts, places] = [pathname.split('/'), pattern.split('/')]
  return (
    parts.length === places.length &&
    places.every((place, at) => place.startsWith(':') || place === parts[at])
  )
}
