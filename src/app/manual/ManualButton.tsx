import { useLocation, useSearchParams } from 'react-router'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { manualKeyAt } from './keys.ts'
import { useHelp } from './useHelp.tsx'
import './ManualButton.css'

/** The question mark next to a screen's title: opens the page of the manual about the screen. */
export function ManualButton() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const { open } = useHelp()
  const user = useUser()
  const key = manualKeyAt(user, pathname, params)
  if (!key) return null
  return (
    <button
      type="button"
      className="manual-button not-printed"
      aria-label={t('这个页面的说明')}
      title={t('这个页面的说明')}
      aria-haspopup="dialog"
      onClick={() => open(key)}
    >
      <Icon name="help" />
    </button>
  )
}
