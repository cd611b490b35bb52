import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useWindowTitle } from './brand.tsx'
import { MainHeading } from './MainHeading.tsx'
import { LeaveGuard } from './unsaved.tsx'
import './page.css'

/** A screen's own heading if the route's title is not enough, such as the customer's name on its page. */
export interface Heading {
  title?: string
  line?: ReactNode
  /** The screen renders the title itself, in its own card (a record's page); the breadcrumb stays. */
  rendersTitle?: boolean
}

interface Head {
  shown: string
  setHeading: (heading: Heading) => void
  actions: HTMLElement | null
  help: ReactNode
}

const HeadContext = createContext<Head | null>(null)

function useHead(): Head {
  const head = use(HeadContext)
  if (!head) throw new Error('used outside a page of the frame')
  return head
}

/**
 * Replaces the title or the line below the breadcrumb while the screen is shown. `line` should be a string, or a node
 * that is stable between renders.
 */
export function usePageHeading({ title, line, rendersTitle }: Heading): void {
  const { setHeading } = useHead()
  useEffect(() => setHeading({ title, line, rendersTitle }), [setHeading, title, line, rendersTitle])
}

/** The title shown now: the route's, or the screen's own. */
export function PageTitle() {
  return useHead().shown
}

/** The button that explains the screen; a screen that renders its title itself renders it next to the title. */
export function PageHelp() {
  return useHead().help
}

/** Renders a screen's actions at the end of the title row. */
export function PageActions({ children }: { children: ReactNode }) {
  const { actions } = useHead()
  return actions && createPortal(children, actions)
}

interface Props {
  title: string
  line?: ReactNode
  /** The screen will render its title itself: until then none is shown. */
  rendersTitle?: boolean
  breadcrumb: ReactNode
  /** Shown next to the title. */
  help: ReactNode
  children: ReactNode
}

/** Breadcrumb, title, one line and the screen's actions, then the screen. The frame sets a key per route. */
export function Page({ title, line, rendersTitle, breadcrumb, help, children }: Props) {
  const [heading, setHeading] = useState<Heading>({ rendersTitle })
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const shown = heading.title ?? title
  useWindowTitle(shown)
  return (
    <HeadContext value={{ shown, setHeading, actions, help }}>
      <LeaveGuard />
      {breadcrumb}
      {!heading.rendersTitle && (
        <header className="page-head">
          <div className="page-words">
            <MainHeading>{shown}</MainHeading>
            {help}
            <p>{heading.line ?? line}</p>
          </div>
          <div className="page-actions" ref={setActions} />
        </header>
      )}
      {children}
    </HeadContext>
  )
}
