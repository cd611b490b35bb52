import type { ReactNode } from 'react'
import './page.css'

/** On a phone, keeps the actions of a screen at the bottom, within reach of the thumb, however far it is scrolled. */
export function ThumbBar({ children }: { children: ReactNode }) {
  return <div className="thumb-bar">{children}</div>
}
