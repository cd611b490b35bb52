import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import type { Store } from './contract.ts'
import { agentAccounts } from './nicks/contract.ts'

interface Props {
  open: boolean
  store: Store
  onClose: () => void
}

/** Binds a nick of the store to an agent; for heads and admins. */
export function BindForm({ open, store, onClose }: Props) {
  const query = { purpose: 'agent', companyCode: store.companyCode }
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('对应昵称')}
      endpoint={agentAccounts.bind}
      fixed={{ storeId: store.id }}
      fields={[
        { key: 'nick', placeholder: t('与平台文件里的写法一致，如：晨曦家居旗舰店:小禾') },
        { key: 'staffId', kind: 'picker', options: staffOptions, query },
        { key: 'fromOn', kind: 'day', hint: t('不填则从这个昵称最早的待对应数据算起') },
      ]}
      doneText={t('已对应')}
    />
  )
}
