import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { signInPath } from '#kit/redirect.ts'
import { appTitle } from '#kit/ui/site.tsx'
import { useSession } from '#kit/ui/user.tsx'
import { Console } from './parts.tsx'
import { usePhase } from './session.tsx'
import './Gate.css'

/** Specification §4: without a current user every page redirects to the sign-in page. */
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

/** The frame's outline until the current user is known. index.html contains the same markup and paints it first. */
function EmptyFrame() {
  return (
    <div className="empty-frame" aria-busy="true">
      <div className="empty-top">
        <span className="brand">
          <img src="/logo.svg" alt="" width={24} height={24} />
          <span>{appTitle}</span>
        </span>
      </div>
    </div>
  )
}
