import { App, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { t, unheld } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { reported } from '#kit/ui/reported.tsx'
import { belowEnd } from '#kit/ui/side.tsx'
import type { RowAction } from './declare.tsx'
import './RowLinks.css'

const LINKS = 2
/** So wide two links may be in px; a second one that is longer goes under "…". */
const LINKS_WIDTH = 140

/** How many acts of a row are links. */
function linksOf(actions: readonly RowAction[]): number {
  const both = actions.slice(0, LINKS).reduce((sum, { label }) => sum + wordWidth(label) + 12, 0)
  return both > LINKS_WIDTH ? 1 : LINKS
}

/** What can be done with one row: one link or two, and the rest under "…". Plain buttons: a list draws many of them at once. */
export function RowLinks({ actions }: { actions: RowAction[] }) {
  const act = useRowAction()
  const links = linksOf(actions)
  const more = actions.slice(links)
  return (
    <span className="row-links">
      {actions.slice(0, links).map((action) => (
        <button
          key={action.key}
          type="button"
          className={action.danger ? 'row-link row-link-danger' : 'row-link'}
          disabled={Boolean(action.disabled)}
          title={action.disabled || undefined}
          onClick={() => act(action)}
        >
          {action.label}
        </button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement={belowEnd()}
          menu={{
            items: more.map((action) => ({
              key: action.key,
              label: action.label,
              danger: action.danger,
              disabled: Boolean(action.disabled),
              title: action.disabled || '',
              onClick: () => act(action),
            })),
          }}
        >
          <button type="button" className="row-link row-link-more" aria-label={t('更多操作')}>
            <Icon name="more" />
          </button>
        </Dropdown>
      )}
    </span>
  )
}

/** About how wide a word is, in pixels: a Chinese sign takes the room of two letters. */
function wordWidth(word: string): number {
  return [...unheld(word)].reduce((sum, sign) => sum + (/[\u2e80-\uffef]/.test(sign) ? 14 : 7), 0)
}

/** How wide the links of a row are, from the length of their words. */
export function rowLinksWidth(actions: RowAction[]): number {
  const links = linksOf(actions)
  const words = actions.slice(0, links).reduce((sum, action) => sum + wordWidth(action.label) + 12, 0)
  return words + (actions.length > links ? 28 : 0) + 20
}

/** Does what an action says: asks first where it must, goes where it leads. */
export function useRowAction(): (action: RowAction) => void {
  const navigate = useNavigate()
  const { modal } = App.useApp()
  return (action) => {
    const run = () => (action.to ? navigate(action.to) : action.onClick?.())
    if (!action.confirm) return void Promise.resolve(run()).catch(reported)
    modal.confirm({
      title: action.label,
      content: action.confirm,
      okText: action.label,
      okButtonProps: { danger: action.danger },
      // The question closes whether it succeeds or not.
      onOk: () => Promise.resolve(run()).catch(reported),
    })
  }
}
