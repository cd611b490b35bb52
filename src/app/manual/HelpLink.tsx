import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { HELP } from './helpAddress.ts'

interface Props {
  /** The name of a place in the address: a page, or a page and a task. */
  to: string
  isOpen?: boolean
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** A link from one place of the manual to another; the screen behind it stays as it is. */
export function HelpLink({ to, isOpen, className, onClick, children }: Props) {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const next = new URLSearchParams(params)
  next.set(HELP, to)
  return (
    <Link
      to={{ search: `?${next}` }}
      replace
      preventScrollReset
      state={state}
      className={className}
      aria-current={isOpen ? 'page' : undefined}
      onClick={onClick}
    >
      {children}
    </Link>
  )
}
