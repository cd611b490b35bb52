import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { signInPath } from '#kit/redirect.ts'
import { useSession } from '#kit/ui/user.tsx'
import { Console } from './parts.tsx'
import { usePhase } from './session.tsx'
import './Gate.css'

/** Specification §4: without a current user every page leads to the sign-in page. */
export function Gate() {
  const { user } = useSession()
  const phase = usePhase()
  const here = useLocation()
  if (phase === 'starting') return <EmptyFrame />
  if (!user) return <Navigate to={signInPath(here)} replace />
  return (
    <Suspense fallback={<EmptyFrame />}>
      <Console key={user.id} />
    </Suspense>
  )
}

/** The frame's outline while it is not known yet who is there. */
function EmptyFrame() {
  return <div className="empty-frame" aria-busy="true" />
}
