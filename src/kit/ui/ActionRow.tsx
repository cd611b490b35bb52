import { Button, Dropdown } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from './Icon.tsx'
import { ActionButtons } from './list/ActionButtons.tsx'
import type { Action } from './list/declare.tsx'
import { useRowAction } from './list/RowLinks.tsx'

const STANDING = 2
/** Beside the filled one, across a phone. */
const STANDING_AT_THUMB = 1

/** The acts of a page: two stand (at the thumb one), more of them are under 更多, the filled one closes the row. */
export function ActionRow({ actions, large }: { actions: Action[]; large?: boolean }) {
  const act = useRowAction()
  const usual = actions.filter((action) => !action.primary)
  const standing = large ? STANDING_AT_THUMB : STANDING
  // A menu for a single act would be a detour.
  const room = usual.length === standing + 1 ? standing + 1 : standing
  const more = usual.slice(room)
  return (
    <>
      <ActionButtons actions={usual.slice(0, room)} large={large} />
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
              onClick: () => act(action),
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
