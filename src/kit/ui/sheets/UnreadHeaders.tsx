import { Alert } from 'antd'
import { t } from '#kit/text.ts'

/** Lists the columns of a sheet that are not read; nothing if all are. */
export function UnreadHeaders({ headers }: { headers: readonly string[] }) {
  if (headers.length === 0) return null
  return (
    <Alert type="info" showIcon title={t('这些列不会读取：{headers}', { headers: headers.join(t('、')) })} />
  )
}
