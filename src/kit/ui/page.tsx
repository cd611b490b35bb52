import type { ReactNode } from 'react'
import { createContext, use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { MainHeading } from './MainHeading.tsx'
import { useWindowTitle } from './site.tsx'
import { LeaveGuard } from './unsaved.tsx'
import './page.css'

/** What a screen says over itself where the route's title is not enough, e.g. the customer's name on its page. */
export interface Heading {
  title?: string
  line?: ReactNode
  /** The screen draws the title itself, in a card of its own (a record's page); the crumbs stay. */
  own?: boolean
}

interface Head {
  shown: string
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

/** The title as it is shown now: the route's, or what the screen says instead. */
export function PageTitle() {
  return useHead().shown
}

/** Puts a screen's actions at the right of the title. */
export function PageActions({ children }: { children: ReactNode }) {
  const { actions } = useHead()
  return actions && createPortal(children, actions)
}

interface Props {
  title: string
  line?: ReactNode
  /** The screen will draw its title itself: until it does, none stands there. */
  own?: boolean
  breadcrumb: ReactNode
  children: ReactNode
}

/** Breadcrumb, title, one line and the screen's actions, then the screen. The frame gives it a key per route. */
export function Page({ title, line, own, breadcrumb, children }: Props) {
  const [heading, setHeading] = useState<Heading>({ own })
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const shown = heading.title ?? title
  useWindowTitle(shown)
  return (
    <HeadContext value={{ shown, setHeading, actions }}>
      <LeaveGuard />
      {breadcrumb}
      {!heading.own && (
        <header className="page-head">
          <div className="page-words">
            <MainHeading>{shown}</MainHeading>
            <p>{heading.line ?? line}</p>
          </div>
          <div className="page-actions" ref={setActions} />
        </header>
      )}
      {children}
    </HeadContext>
  )
}
