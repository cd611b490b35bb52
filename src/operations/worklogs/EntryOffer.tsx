import { Alert, Button, Space } from 'antd'
import { t } from '#kit/text.ts'
import { ago } from '#kit/ui/draft.ts'
import type { EntryState } from './useEntry.tsx'

/** This browser has an unsent draft, and the log was changed elsewhere since: asks which version to use. */
export function EntryOffer({ state }: { state: EntryState }) {
  if (!state.offered) return null
  const [when, n] = ago(state.offered.savedAt, Date.now())
  return (
    <Alert
      banner
      type="warning"
      title={t('这台电脑上有一份{when}没有发出的内容，而这份日志后来在别处改过。请选择用哪一份。', {
        when: t(when, { n }),
      })}
      action={
        <Space>
          <Button size="small" type="primary" onClick={state.acceptDraft}>
            {t('用这台电脑上的')}
          </Button>
          <Button size="small" onClick={state.discardDraft}>
            {t('用服务器上的')}
          </Button>
        </Space>
      }
    />
  )
}
