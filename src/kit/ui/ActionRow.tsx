import { Button, Dropdown } from 'antd'
import { t } from '#kit/text.ts'
import { textWidth } from './chart/geometry.ts'
import { Icon } from './Icon.tsx'
import { ActionButtons } from './list/ActionButtons.tsx'
import type { Action } from './list/declare.tsx'
import { useRowAction } from './list/RowLinks.tsx'

const VISIBLE_ACTIONS = 2
/** On a phone, in addition to the primary one. */
const VISIBLE_ACTIONS_ON_PHONE = 1

const [MARGINS, GAP, PADDING, ICON] = [32, 8, 32, 24]

const buttonWidth = (label: string, icon: boolean) =>
  Math.ceil(textWidth(label, 16)) + PADDING + (icon ? ICON : 0) + GAP

/** How many ordinary actions fit across the phone, at most `most`, next to the primary one and 更多 for the rest. */
function countFitting(actions: readonly Action[], max: number): number {
  const ordinary = actions.filter((action) => !action.primary)
  const filled = actions.filter((action) => action.primary)
  const needs = (count: number) => {
    const shown = [...ordinary.slice(0, count), ...filled]
    const more = count < ordinary.length ? buttonWidth(t('更多'), true) : 0
    return shown.reduce((sum, { label, icon }) => sum + buttonWidth(label, icon !== undefined), more - GAP)
  }
  let count = max
  while (count > 0 && needs(count) > window.innerWidth - MARGINS) count -= 1
  return count
}

/** The actions of a page: two are shown (one on a phone), further ones are in the menu 更多, the primary one is last. */
export function ActionRow({ actions, large }: { actions: Action[]; large?: boolean }) {
  const runAction = useRowAction()
  const ordinary = actions.filter((action) => !action.primary)
  const visible = large ? VISIBLE_ACTIONS_ON_PHONE : VISIBLE_ACTIONS
  // A menu for a single action would only cost a click.
  const maxVisible = ordinary.length === visible + 1 ? visible + 1 : visible
  const room = large ? countFitting(actions, maxVisible) : maxVisible
  const more = ordinary.slice(room)
  return (
    <>
      <ActionButtons actions={ordinary.slice(0, room)} large={large} />
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map((action) => ({
              key: action.key,
              label: action.label,
              disabled: Boolean(action.disabled),
              title: action.disabled || '',
              danger: action.danger,
              onClick: () => runAction(action),
            })),
          }}
        >
          <Button size={large ? 'large' : 'medium'}>
            {t('更多')}
            <Icon name="down" size={12} />
          </Button>
        </Dropdown>
      )}
      <ActionButtons actions={actions.filter((action) => action.primary)} large={large} />
    </>
  )
}
