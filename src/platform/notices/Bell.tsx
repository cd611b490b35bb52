import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { loadFailureText } from '#kit/ui/FailureDetails.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { bell } from './bellContract.ts'
import './Bell.css'

const NoticesDrawer = lazyPart(() => import('./NoticesDrawer.tsx'), 'NoticesDrawer')

/** Polling interval while the user is active. */
const POLL_MS = 60_000

/** Larger numbers are shown as 99+. */
const MAX_SHOWN = 99

/** The bell in the header: shows the number of unread notices and opens them. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const isThere = usePresence()
  const { data, error } = useCall(
    bell.unread,
    {},
    { messagePlace: 'inPage', refetchInterval: () => (isThere() ? POLL_MS : false) },
  )
  const unread = data?.unread ?? 0
  const name = unread > 0 ? t('通知，{n} 条未读', { n: unread }) : t('通知')
  // A toast would reappear with every poll.
  const failure = error ? loadFailureText(error) : undefined
  return (
    <>
      <button
        type="button"
        className="bell"
        aria-label={failure ? name + t('，') + failure : name}
        title={failure}
        onPointerEnter={NoticesDrawer.preload}
        onFocus={NoticesDrawer.preload}
        onClick={() => {
          setHasOpened(true)
          setOpen(true)
        }}
      >
        <Icon name="bell" />
        {(unread > 0 || failure) && (
          <b className="bell-count" aria-hidden>
            {unread > 0 ? countText(unread) : '!'}
          </b>
        )}
      </button>
      {hasOpened && (
        <Suspense>
          <NoticesDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const countText = (unread: number) => (unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread)

/** Idle time after which a user counts as absent: polling must not keep a session alive without limit. */
const GONE_AFTER_MS = 10 * 60_000

const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const

/** Returns a function that tells whether the user has used this window in the last ten minutes. */
function usePresence(): () => boolean {
  const last = useRef(performance.now())
  useEffect(() => {
    const note = () => {
      last.current = performance.now()
    }
    for (const sign of SIGNS) addEventListener(sign, note, { passive: true })
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, note)
    }
  }, [])
  return useCallback(() => performance.now() - last.current < GONE_AFTER_MS, [])
}
