import { Alert, Button } from 'antd'
import { t } from '#kit/text.ts'

/** The rows are still there, but not the newest: what was loaded before stays on the screen. */
export function RefreshFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <Alert
      type="warning"
      banner
      title={t('没有刷新成功，现在显示的是上一次的数据。')}
      action={
        <Button type="link" size="small" onClick={onRetry} loading={retrying}>
          {t('重试')}
        </Button>
      }
    />
  )
}
