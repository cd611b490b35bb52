import type { ReactNode } from 'react'
import { createContext, use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useWindowTitle } from './site.tsx'
import './page.css'

/** What a screen says over itself where the route's title is not enough, e.g. the customer's name on its page. */
export interface Heading {
  title?: string
  line?: ReactNode
  /** The screen draws the title itself, in a card of its own (a record's page); the crumbs stay. */
  own?: boolean
}

interface Head {
  setHeading: (heading: Heading) => void
  actions: HTMLElement | null
}

const HeadContext = createContext<Head | null>(null)

function useHead(): Head {
  const head = use(HeadContext)
  if (!head) throw new Error('used outside a page of the frame')
  return head
}

/**
 * Replaces the title or the line beneath the breadcrumb while the screen is shown. `line` should be a text, or a node
 * that is kept between renders.
 */
export function usePageHeading({ title, line, own }: Heading): void {
  const { setHeading } = useHead()
  useEffect(() => setHeading({ title, line, own }), [setHeading, title, line, own])
}

/** Puts a screen's actions at the right of the title. */
export function PageActions({ children }: { children: ReactNode }) {
  const { actions } = useHead()
  return actions && createPortal(children, actions)
}

interface Props {
  title: string
  line?: ReactNode
  breadcrumb: ReactNode
  children: ReactNode
}

/** Breadcrumb, title, one line and the screen's actions, then the screen. The frame gives it a key per route. */
export function Page({ title, line, breadcrumb, children }: Props) {
  const [heading, setHeading] = useState<Heading>({})
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const shown = heading.title ?? title
  useWindowTitle(shown)
  return (
    <HeadContext value={{ setHeading, actions }}>
      {breadcrumb}
      {!heading.own && (
        <header className="page-head">
          <div className="page-words">
            <h1>{shown}</h1>
            <p>{heading.line ?? line}</p>
          </div>
          <div className="page-actions" ref={setActions} />
        </header>
      )}
      {children}
    </HeadContext>
  )
}
