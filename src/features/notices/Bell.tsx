import { Suspense, useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { bell } from './contractBell.ts'
import { usePresence } from './usePresence.tsx'
import './Bell.css'

const NoticesDrawer = lazyPart(() => import('./NoticesDrawer.tsx'), 'NoticesDrawer')

/** How often is asked whether somebody said something, as long as the person is there. */
const ASK_MS = 60_000

/** More than these nobody counts. */
const MOST_SHOWN = 99

/** The bell of the header: how many notices are unread; it opens them. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const isThere = usePresence()
  const { data } = useCall(
    bell.unread,
    {},
    { skipErrorHandler: true, refetchInterval: () => (isThere() ? ASK_MS : false) },
  )
  const unread = data?.unread ?? 0
  return (
    <>
      <button
        type="button"
        className="bell"
        aria-label={unread > 0 ? t('通知，{n} 条未读', { n: unread }) : t('通知')}
        onPointerEnter={NoticesDrawer.preload}
        onFocus={NoticesDrawer.preload}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <b className="bell-count" aria-hidden>
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </b>
        )}
      </button>
      {wanted && (
        <Suspense>
          <NoticesDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
