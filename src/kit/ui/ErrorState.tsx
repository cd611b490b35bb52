import { FailureDetails, failureMessage, loadFailureText } from './FailureDetails.tsx'
import { Icon } from './Icon.tsx'
import { RetryButton } from './RetryButton.tsx'
import './States.css'

interface Props {
  error: Error
  onRetry?: () => void
  retrying?: boolean
  /** For a small place: a window, a part of a panel. */
  compact?: boolean
}

/** Shown instead of content that could not be loaded: the reason, 重试, and details on demand. */
export function ErrorState({ error, onRetry, retrying, compact }: Props) {
  const message = failureMessage(error)
  return (
    <div className={compact ? 'state state-compact' : 'state'} role="alert">
      <span className="state-sign">
        <Icon name="warn" size={20} />
      </span>
      <p className="state-text">{loadFailureText(error)}</p>
      {message && <p className="state-hint">{message}</p>}
      {onRetry && (
        <RetryButton color="primary" variant="outlined" error={error} onRetry={onRetry} retrying={retrying} />
      )}
      <FailureDetails error={error} />
    </div>
  )
}
