import { App, Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { t, withoutMarks } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { belowEnd } from '#kit/ui/side.tsx'
import type { RowAction } from './declare.tsx'
import './RowLinks.css'

const LINKS = 2
/** Maximum width of two links in px; if they are wider, the second one is in the menu "…". */
const LINKS_WIDTH = 140

/** Number of a row's actions that are links. */
function linksOf(actions: readonly RowAction[]): number {
  const both = actions.slice(0, LINKS).reduce((sum, { label }) => sum + wordWidth(label) + 12, 0)
  return both > LINKS_WIDTH ? 1 : LINKS
}

/**
 * The actions of one row: one or two links, and the rest in the menu "…". Plain buttons, because a list renders many of
 * them.
 */
export function RowLinks({ actions }: { actions: RowAction[] }) {
  const runAction = useRowAction()
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
          onClick={() => runAction(action)}
        >
          {action.label}
        </button>
      ))}
      {more.length > 0 && <MoreActions actions={more} onRun={runAction} />}
    </span>
  )
}

interface MoreActionsProps {
  actions: readonly RowAction[]
  onRun: (action: RowAction) => void
}

/**
 * The menu "…". A plain button until the user points at it or presses it: a list renders many of them, and antd's menu
 * is expensive.
 */
function MoreActions({ actions, onRun }: MoreActionsProps) {
  const [isNeeded, setNeeded] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const label = t('更多操作')
  const content = <Icon name="more" />
  if (!isNeeded) {
    const open = () => {
      setNeeded(true)
      setOpen(true)
    }
    return (
      <button
        type="button"
        className="row-link row-link-more"
        aria-label={label}
        aria-haspopup="menu"
        onPointerEnter={() => setNeeded(true)}
        // Opens by the press: if antd's button replaces this one before the release, neither of them gets a click.
        onMouseDown={(event) => event.button === 0 && open()}
        // By keyboard, or by assistive technology.
        onClick={open}
      >
        {content}
      </button>
    )
  }
  const items = actions.map((action) => ({
    key: action.key,
    label: action.label,
    danger: action.danger,
    disabled: Boolean(action.disabled),
    title: action.disabled || '',
    onClick: () => onRun(action),
  }))
  return (
    <Dropdown
      trigger={['click']}
      placement={belowEnd()}
      menu={{ items }}
      open={isOpen}
      onOpenChange={(open) => setOpen(open)}
    >
      <button
        type="button"
        className="row-link row-link-more"
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: the plain button that was pressed had the focus
        autoFocus={isOpen}
      >
        {content}
      </button>
    </Dropdown>
  )
}

/** Approximate width of a word, in px: a Chinese character is as wide as two letters. */
function wordWidth(word: string): number {
  return [...withoutMarks(word)].reduce((sum, sign) => sum + (/[\u2e80-\uffef]/.test(sign) ? 14 : 7), 0)
}

/** Width of a row's links, from the length of their labels, in px. */
export function rowLinksWidth(actions: RowAction[]): number {
  const links = linksOf(actions)
  const words = actions.slice(0, links).reduce((sum, action) => sum + wordWidth(action.label) + 12, 0)
  return words + (actions.length > links ? 28 : 0) + 20
}

/** Returns a function that runs an action: it asks first if the action needs confirmation, and follows its link. */
export function useRowAction(): (action: RowAction) => void {
  const navigate = useNavigate()
  const { modal } = App.useApp()
  return (action) => {
    const run = () => (action.to ? navigate(action.to) : action.onClick?.())
    if (!action.confirm) return void Promise.resolve(run()).catch(ignoreShownErrors)
    modal.confirm({
      title: action.label,
      content: action.confirm,
      okText: action.label,
      okButtonProps: { danger: action.danger },
      // The dialog closes whether the action succeeds or not.
      onOk: () => Promise.resolve(run()).catch(ignoreShownErrors),
    })
  }
}
