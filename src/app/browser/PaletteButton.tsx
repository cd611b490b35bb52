import { Suspense, useEffect, useState } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import './PaletteButton.css'

const Palette = lazyPart(() => import('./Palette.tsx'), 'Palette')

const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/** The header's search for screens, actions and records, opened by a click or Ctrl/⌘K. */
export function PaletteButton() {
  const [open, setOpen] = useState(false)
  const [isNeeded, setNeeded] = useState(false)
  const show = () => {
    setNeeded(true)
    setOpen(true)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setNeeded(true)
      setOpen((before) => !before)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-label={t('搜索')}
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={Palette.preload}
        onFocus={Palette.preload}
        onClick={show}
      >
        <Icon name="find" />
        <span>{t('搜索')}</span>
        <kbd>{KEYS}</kbd>
      </button>
      {isNeeded && (
        <Suspense>
          <Palette open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
