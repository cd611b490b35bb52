import type { ReactNode } from 'react'
import { PageActions, usePageHeading } from './page.tsx'

interface Props {
  /** Only if the route's title is not enough. */
  title?: string
  /** One line on the purpose of the page; a string, or a node that is stable between renders. */
  description?: ReactNode
  /** Buttons at the end of the row; at most one of them is primary. */
  actions?: ReactNode
}

/** Sets a screen's part of the title row in the frame: another title, its line, its buttons. */
export function PageHeader({ title, description, actions }: Props) {
  usePageHeading({ title, line: description })
  return actions ? <PageActions>{actions}</PageActions> : null
}
