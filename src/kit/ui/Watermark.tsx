import { createPortal } from 'react-dom'
import { useUser } from './user.tsx'
import { markOf, markTile } from './watermark.ts'
import './Watermark.css'

/** Over a page with contacts or money, and over what opens on it: who is looking, so light that nothing is hidden. */
export function Watermark() {
  const style = { backgroundImage: markTile(markOf(useUser())) }
  return createPortal(<div className="watermark" style={style} aria-hidden="true" />, document.body)
}
