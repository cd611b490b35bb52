import { Button } from 'antd'
import { useNavigate } from 'react-router'
import './States.css'

interface Props {
  /** What is missing: 还没有店铺. */
  text: string
  /** What belongs here, or why it is empty: 无数据 / 未上报 / 无权限. */
  hint?: string
  /** A button for the first step. */
  action?: { label: string; onClick?: () => void; to?: string }
  compact?: boolean
}

/** A place without content: explains what belongs there and offers the first step. */
export function EmptyState({ text, hint, action, compact }: Props) {
  const navigate = useNavigate()
  const runAction = () => (action?.to ? navigate(action.to) : action?.onClick?.())
  return (
    <div className={compact ? 'state state-compact' : 'state'}>
      <svg viewBox="0 0 96 56" width="96" height="56" aria-hidden="true" className="state-drawing">
        <path d="M8 12h80M8 28h52M8 44h64" />
        <path className="state-gap" d="M66 28h22M78 44h10" />
      </svg>
      <p className="state-text">{text}</p>
      {hint && <p className="state-hint">{hint}</p>}
      {action && (
        <Button color="primary" variant="outlined" onClick={() => void runAction()}>
          {action.label}
        </Button>
      )}
    </div>
  )
}
