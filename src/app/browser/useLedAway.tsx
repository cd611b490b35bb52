import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Whether a window that has been closed led to another page. The keyboard then stands at that page's heading and must not
 * be taken back to what opened the window.
 */
export function useLedAway(open: boolean): boolean {
  const { pathname } = useLocation()
  const [openedAt, setOpenedAt] = useState(pathname)
  if (open && openedAt !== pathname) setOpenedAt(pathname)
  return openedAt !== pathname
}
