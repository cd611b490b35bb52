import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The path whose heading the keyboard has been led to, or at which the program began: there the browser stands by itself. */
let stoodAt = location.pathname

/**
 * The heading of a page. Whoever comes to it from another page is led to it: the link that was followed is gone or behind
 * them, and a screen reader has to say where they are. A field or a window that takes the keyboard later keeps it.
 */
export function MainHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    const element = heading.current
    if (pathname !== stoodAt) element?.focus({ preventScroll: true })
    stoodAt = pathname
    return () => {
      // A record's page replaces the heading of its route once it is loaded: the next one is led to anew.
      if (element && document.activeElement === element) stoodAt = ''
    }
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
