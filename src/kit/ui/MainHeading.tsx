import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * The path whose heading was focused last; at first the path at which the program started, where the browser sets the
 * focus.
 */
let focusedPath = location.pathname

/**
 * The heading of a page; focused after navigation from another page: the link that was followed is gone or behind the
 * user, and a screen reader must announce the new page. A field or window that is focused later keeps the focus.
 */
export function MainHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    const element = heading.current
    if (pathname !== focusedPath) element?.focus({ preventScroll: true })
    focusedPath = pathname
    return () => {
      // A record's page replaces the heading of its route once it is loaded; the new heading must be focused again.
      if (element && document.activeElement === element) focusedPath = ''
    }
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
