import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { THIS_SCREEN } from './helpAddress.ts'
import { useHelp } from './useHelp.tsx'
import './ManualButton.css'

/** The question mark next to a screen's title: opens the page of the manual about the screen. */
export function ManualButton() {
  const { open } = useHelp()
  return (
    <button
      type="button"
      className="manual-button not-printed"
      aria-label={t('这个页面的说明')}
      title={t('这个页面的说明')}
      aria-haspopup="dialog"
      onClick={() => open(THIS_SCREEN)}
    >
      <Icon name="help" />
    </button>
  )
}
