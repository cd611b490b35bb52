import type { ReactNode } from 'react'
import './ThumbBar.css'

/** On a phone the acts of a screen stand at the thumb, whatever has been scrolled. */
export function ThumbBar({ children }: { children: ReactNode }) {
  return <div className="thumb-bar">{children}</div>
}
