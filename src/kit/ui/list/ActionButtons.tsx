import { Button, Tooltip } from 'antd'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Action } from './declare.tsx'
import { useRowAction } from './RowLinks.tsx'

/** The actions of a page or list as buttons; a disabled one shows the reason as a tooltip. */
export function ActionButtons({ actions, large }: { actions: Action[]; large?: boolean }) {
  const runAction = useRowAction()
  return actions.map((action) => {
    const button = (
      <Button
        key={action.key}
        type={action.primary ? 'primary' : 'default'}
        size={large ? 'large' : 'medium'}
        icon={action.icon && <Icon name={action.icon} />}
        disabled={Boolean(action.disabled)}
        onClick={() => runAction(action)}
      >
        {action.label}
      </Button>
    )
    if (!action.disabled) return button
    return (
      <Tooltip key={action.key} title={action.disabled}>
        {button}
      </Tooltip>
    )
  })
}
