import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#kit/format.ts'
import { withoutMarks } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'

interface Props {
  name: ReactNode
  note?: ReactNode
  count: number
  /** The counted list. */
  to: string
}

/** A row with name and count; the whole row is a link to the list. */
export function CountRow({ name, note, count, to }: Props) {
  return (
    <Link className="count-row" to={to}>
      <span className="count-row-name">{name}</span>
      {note && (
        <span className="count-row-note" title={typeof note === 'string' ? withoutMarks(note) : undefined}>
          {note}
        </span>
      )}
      <b>{formatCount(count)}</b>
      <Icon name="right" size={12} />
    </Link>
  )
}
