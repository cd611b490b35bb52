import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Whether the user navigated from an open window to another page. The focus is then on that page's heading and must not
 * return to the element that opened the window.
 */
export function useNavigatedAway(open: boolean): boolean {
  const { pathname } = useLocation()
  const [openedAt, setOpenedAt] = useState(pathname)
  if (open && openedAt !== pathname) setOpenedAt(pathname)
  return openedAt !== pathname
}
