import { createPortal } from 'react-dom'
import { useUser } from './user.tsx'
import { markOf, markTile } from './watermark.ts'
import './page.css'

/** The user's name on top of a page with contacts or money and its windows, so faint that everything stays legible. */
export function Watermark() {
  const style = { backgroundImage: markTile(markOf(useUser())) }
  return createPortal(<div className="watermark" style={style} aria-hidden="true" />, document.body)
}
