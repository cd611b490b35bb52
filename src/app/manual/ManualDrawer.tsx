import { Drawer } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import { endSide } from '#kit/ui/side.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { mayRead } from './contents.ts'
import type { HelpPlace } from './helpPlace.ts'
import { ManualArticle } from './ManualArticle.tsx'
import { ManualContents } from './ManualContents.tsx'
import { ManualNav } from './ManualNav.tsx'
import { ManualResults } from './ManualResults.tsx'
import { ManualTools } from './ManualTools.tsx'
import { useManualTexts } from './manualTexts.tsx'
import './Manual.css'

export interface ManualDrawerProps {
  /** The open place; undefined while the manual is closed. */
  place: HelpPlace | undefined
  onClose: () => void
}

/** 用户手册: the table of contents and a search at the start, the open page next to them; on a phone one at a time. */
export function ManualDrawer({ place, onClose }: ManualDrawerProps) {
  useManualTexts()
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
