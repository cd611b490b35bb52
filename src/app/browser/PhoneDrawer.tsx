import { Drawer, Menu } from 'antd'
import type { ScreenRoute } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { endSide } from '#kit/ui/side.tsx'
import { AccountCard, useAccountItems } from './AccountMenu.tsx'
import { MainMenu } from './MainMenu.tsx'
import { useNavigatedAway } from './useNavigatedAway.tsx'

export interface PhoneDrawerProps {
  open: boolean
  onClose: () => void
  /** The open screen; undefined if the menu does not contain it. */
  current: ScreenRoute | undefined
}

/** The phone's menu: the user's name, the screens, and the items of the account menu. */
export function PhoneDrawer({ open, onClose, current }: PhoneDrawerProps) {
  const navigatedAway = useNavigatedAway(open)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement={endSide()}
      size={280}
      focusable={{ focusTriggerAfterClose: !navigatedAway }}
      rootClassName="phone-drawer"
      title={<AccountCard />}
    >
      <nav aria-label={t('主菜单')}>
        <MainMenu current={current} onOpen={onClose} />
      </nav>
      <Menu
        className="phone-account"
        mode="inline"
        inlineIndent={12}
        selectable={false}
        items={useAccountItems()}
        onClick={onClose}
      />
    </Drawer>
  )
}
