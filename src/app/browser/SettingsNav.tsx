import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { SETTINGS } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { SettingsGroup } from './settingsTabs.ts'
import './SettingsNav.css'

interface Props {
  groups: readonly SettingsGroup[]
  /** The open tab. */
  active: { readonly key: string; readonly title: string }
}

/** The tabs of 个人设置 in groups. In a narrow window they are folded under the name of the open tab. */
export function SettingsNav({ groups, active }: Props) {
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()

  function close() {
    setOpen(false)
    // The chosen link is hidden now. If nothing is folded, the toggle is hidden, and `focus` has no effect.
    toggle.current?.focus()
  }

  return (
    <nav className="settings-nav not-printed" aria-label={t('设置')}>
      <button
        ref={toggle}
        type="button"
        className="settings-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t(active.title)}
        <Icon name="down" size={12} />
      </button>
      <div id={id} className="settings-groups" data-open={open}>
        {groups.map((group) => (
          <div key={group.title}>
            {groups.length > 1 && <h2>{t(group.title)}</h2>}
            <Tabs tabs={group.tabs} active={active} onChoose={close} />
          </div>
        ))}
      </div>
    </nav>
  )
}

interface TabsProps extends Pick<SettingsGroup, 'tabs'>, Pick<Props, 'active'> {
  onChoose: () => void
}

function Tabs({ tabs, active, onChoose }: TabsProps) {
  return (
    <ul>
      {tabs.map(({ key, title }) => (
        <li key={key}>
          <Link
            to={`${SETTINGS}?tab=${key}`}
            aria-current={key === active.key ? 'page' : undefined}
            onClick={onChoose}
          >
            {t(title)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
