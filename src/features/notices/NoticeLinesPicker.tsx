import { Link } from 'react-router'
import { formatInstantShort } from '#kit/format.ts'
import { tell } from '#kit/text.ts'
import type { Notice } from './contract.ts'
import './NoticeLines.css'

/** A few notices as lines that open what they are about. */
export function NoticeLinesPicker({ items }: { items: readonly Notice[] }) {
  return (
    <ul className="notice-lines">
      {items.map(({ id, title, link, at }) => (
        <li key={id}>
          <Link to={link}>{tell(title.sentence, title.values)}</Link>
          <small>{formatInstantShort(at)}</small>
        </li>
      ))}
    </ul>
  )
}
