import { t } from '#kit/text.ts'
import { FailureDetails, failureKindText, failureMessage, loadFailureText } from './FailureDetails.tsx'
import { Icon } from './Icon.tsx'
import { RetryButton } from './RetryButton.tsx'
import './RefreshFailed.css'

interface Props {
  error: Error
  onRetry: () => void
  retrying?: boolean
  /** With a gap to the content below. */
  apart?: boolean
}

/** Shown above content that a failed refresh has left unchanged. */
export function RefreshFailed(props: Props) {
  const why = failureKindText(props.error)
  return <FailureBar {...props} title={t('没有刷新成功，下面是上一次的数据：{why}', { why })} />
}

/** A failure in one line: the reason, 重试, and details on demand. */
export function FailureBar({ title, error, onRetry, retrying, apart }: Props & { title?: string }) {
  const message = failureMessage(error)
  return (
    <div className={apart ? 'refresh-failed refresh-failed-apart' : 'refresh-failed'} role="alert">
      <Icon name="warn" />
      <div>
        <p>{title ?? loadFailureText(error)}</p>
        {message && <p className="refresh-failed-message">{message}</p>}
        <FailureDetails error={error} />
      </div>
      <RetryButton type="link" size="small" error={error} onRetry={onRetry} retrying={retrying} />
    </div>
  )
}
