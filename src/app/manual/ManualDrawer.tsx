import { Drawer } from 'antd'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { t } from '#kit/text.ts'
import { endSide } from '#kit/ui/side.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { mayRead } from './contents.ts'
import { THIS_SCREEN } from './helpAddress.ts'
import { type HelpPlace, placeOf } from './helpPlace.ts'
import { manualKeyAt } from './keys.ts'
import { ManualArticle } from './ManualArticle.tsx'
import { ManualContents } from './ManualContents.tsx'
import { ManualNav } from './ManualNav.tsx'
import { ManualResults } from './ManualResults.tsx'
import { ManualTools } from './ManualTools.tsx'
import { useManualTexts } from './manualTexts.tsx'
import './Manual.css'

export interface ManualDrawerProps {
  /** The name of the open place; undefined while the manual is closed. */
  name: string | undefined
  onClose: () => void
}

/** 用户手册: the table of contents and a search at the start, the open page next to them; on a phone one at a time. */
export function ManualDrawer({ name, onClose }: ManualDrawerProps) {
  useManualTexts()
  const place = usePlace(name)
  const shown = useLastPlace(place)
  return (
    <Drawer
      open={place !== undefined}
      onClose={onClose}
      size="min(960px, 100vw)"
      placement={endSide()}
      rootClassName="manual-drawer"
      title={t('用户手册')}
      extra={<ManualTools place={shown} />}
      destroyOnHidden
      afterOpenChange={(open) => open || returnFocus()}
    >
      <ManualBody place={shown} />
    </Drawer>
  )
}

/** The place that a name in the address stands for. */
function usePlace(name: string | undefined): HelpPlace | undefined {
  const user = useUser()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  if (name !== THIS_SCREEN) return name === undefined ? undefined : placeOf(name)
  const key = manualKeyAt(user, pathname, params)
  return key ? { key } : {}
}

/** The open place, or the last one while the drawer is closing. */
function useLastPlace(place: HelpPlace | undefined): HelpPlace {
  const [last, setLast] = useState<HelpPlace>(place ?? {})
  const isSame = place?.key === last.key && place?.task === last.task
  if (place && !isSame) setLast(place)
  return place ?? last
}

/** If what opened the manual is gone (the palette, an address), the focus returns to the page's question mark. */
function returnFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('.manual-button')?.focus({ preventScroll: true })
}

function ManualBody({ place: { key, task } }: { place: HelpPlace }) {
  const user = useUser()
  const [text, setText] = useState('')
  const [shownKey, setShownKey] = useState(key)
  // A page that is opened from the results ends the search.
  if (shownKey !== key) {
    setShownKey(key)
    setText('')
  }
  const readable = key !== undefined && mayRead(user, key)
  return (
    <div className={readable ? 'manual' : 'manual manual-whole'}>
      <ManualNav open={key} text={text} onSearch={setText} />
      <div className="manual-main">
        {text.trim() !== '' ? (
          <ManualResults text={text} onChosen={() => setText('')} />
        ) : readable ? (
          <ManualArticle key={key} page={key} task={task} />
        ) : (
          <ManualContents isRefused={key !== undefined} />
        )}
      </div>
    </div>
  )
}
