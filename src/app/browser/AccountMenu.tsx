import {
  DownloadOutlined,
  DownOutlined,
  InfoCircleOutlined,
  LogoutOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { Link } from 'react-router'
import { can } from '#access/can.ts'
import { COMPANY_SETTINGS, SETTINGS } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { belowEnd } from '#kit/ui/side.tsx'
import { roleLabel, useUser } from '#kit/ui/user.tsx'
import { useSignOut } from '#kit/ui/useSignOut.tsx'
import { DOWNLOADS } from './ExportProvider.tsx'

const ABOUT = `${SETTINGS}?tab=about`

/** Menu items for the user's own account. */
export function useAccountItems(): NonNullable<MenuProps['items']> {
  const signOut = useSignOut()
  const user = useUser()
  const ofCompany = {
    key: 'company',
    icon: (
      <span>
        <Icon name="building" size={14} />
      </span>
    ),
    label: <Link to={COMPANY_SETTINGS}>{t('公司设置')}</Link>,
  }
  return [
    { key: 'settings', icon: <SettingOutlined />, label: <Link to={SETTINGS}>{t('个人设置')}</Link> },
    ...(can(user, 'canAdmin') ? [ofCompany] : []),
    { key: 'downloads', icon: <DownloadOutlined />, label: <Link to={DOWNLOADS}>{t('下载中心')}</Link> },
    { key: 'about', icon: <InfoCircleOutlined />, label: <Link to={ABOUT}>{t('关于')}</Link> },
    { type: 'divider' },
    {
      key: 'sign-out',
      icon: <LogoutOutlined />,
      label: t('退出登录'),
      onClick: () => void signOut(),
    },
  ]
}

/** The account menu at the top right; its button shows the user's name. */
export function AccountMenu() {
  const user = useUser()
  const items = useAccountItems()
  return (
    <Dropdown menu={{ items, className: 'account-items' }} trigger={['click']} placement={belowEnd()}>
      <button type="button" className="account" aria-label={t('{name}的账号', { name: user.name })}>
        <span className="avatar" aria-hidden>
          {[...user.name][0]}
        </span>
        <span className="account-name">{user.name}</span>
        <DownOutlined className="account-arrow" />
      </button>
    </Dropdown>
  )
}

/** The user's name and role, at the top of the phone's drawer. */
export function AccountCard() {
  const user = useUser()
  return (
    <div className="account-card">
      <span className="avatar" aria-hidden>
        {[...user.name][0]}
      </span>
      <div>
        <strong>{user.name}</strong>
        <p>
          {roleLabel(user)} · {user.companyName}
        </p>
      </div>
    </div>
  )
}
