import { Button } from 'antd'
import { CallError, sentenceOf } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { Copyable } from './Copyable.tsx'
import { Icon } from './Icon.tsx'
import './States.css'

interface Props {
  error: Error
  onRetry?: () => void
  retrying?: boolean
}

/** What could not be loaded, in a sentence, and 重试. Whatever was typed around it stays. */
export function ErrorState({ error, onRetry, retrying }: Props) {
  const traceId = error instanceof CallError ? error.traceId : undefined
  return (
    <div className="state" role="alert">
      <span className="state-sign">
        <Icon name="warn" size={20} />
      </span>
      <p className="state-text">{t('没有加载成功')}</p>
      <p className="state-hint">{sentence(error)}</p>
      {onRetry && (
        <Button color="primary" variant="outlined" onClick={onRetry} loading={retrying}>
          {t('重试')}
        </Button>
      )}
      {traceId && (
        <small className="state-trace">
          <Copyable text={traceId}>{t('问题编号 {id}', { id: traceId })}</Copyable>
        </small>
      )}
    </div>
  )
}

function sentence(error: Error): string {
  const said = error instanceof CallError ? sentenceOf(error.notice) || error.message : ''
  return said || t('页面出了问题，请重试；仍不行时请联系管理员。')
}
