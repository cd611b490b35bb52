import type { ReactNode } from 'react'
import { PageActions, usePageHeading } from './page.tsx'

interface Props {
  /** Only where the route's title is not enough. */
  title?: string
  /** One line that says what this page is about; a text, or a node that is kept between renders. */
  description?: ReactNode
  /** Buttons at the right; at most one of them filled. */
  actions?: ReactNode
}

/** What a screen says in the title row that the frame draws: another title, its line, its buttons. */
export function PageHeader({ title, description, actions }: Props) {
  usePageHeading({ title, line: description })
  return actions ? <PageActions>{actions}</PageActions> : null
}
