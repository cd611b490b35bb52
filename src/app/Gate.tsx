import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { signInPath } from '#kit/redirect.ts'
import { useSession } from '#kit/ui/user.tsx'
import { lazyScreen, prefetch } from './lazyScreen.tsx'
import { SIGN_IN } from './routes.ts'
import { usePhase } from './session.tsx'
import './Gate.css'

const loadShell = () => import('./Shell.tsx')
const Shell = lazyScreen(loadShell, 'Shell')
const ChangePassword = lazyScreen(
  () => import('#features/session/ChangePasswordScreen.tsx'),
  'ChangePasswordScreen',
)

// The frame loads while the person is being fetched; whoever comes to sign in does not wait for it.
if (location.pathname !== SIGN_IN) prefetch(loadShell)

/** Specification §4: without a current user every page leads to the sign-in page. */
export function Gate() {
  const { user } = useSession()
  const phase = usePhase()
  const here = useLocation()
  if (phase === 'starting') return <EmptyFrame />
  if (!user) return <Navigate to={signInPath(here)} replace />
  return (
    <Suspense fallback={<EmptyFrame />}>
      {user.mustChangePassword ? <ChangePassword /> : <Shell key={user.id} />}
    </Suspense>
  )
}

/** The frame's outline while it is not known yet who is there. */
function EmptyFrame() {
  return <div className="empty-frame" aria-busy="true" />
}
