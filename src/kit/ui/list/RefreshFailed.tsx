import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import './RefreshFailed.css'

/** The rows are still there, but not the newest: what was loaded before stays on the screen. */
export function RefreshFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <div className="refresh-failed" role="alert">
      <Icon name="warn" />
      <span>{t('没有刷新成功，现在显示的是上一次的数据。')}</span>
      <Button type="link" size="small" onClick={onRetry} loading={retrying}>
        {t('重试')}
      </Button>
    </div>
  )
}
