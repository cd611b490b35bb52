import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { Store } from './contract.ts'
import { nickClaims } from './nicks/contract.ts'

interface Props {
  open: boolean
  store: Store
  onClose: () => void
}

/** An agent claims a nick of the store by name, even if it has no figures yet. */
export function ClaimForm({ open, store: { id: storeId }, onClose }: Props) {
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('认领我的昵称')}
      endpoint={nickClaims.claim}
      fixed={{ storeId }}
      fields={[
        {
          key: 'nick',
          placeholder: t('与平台文件里的写法一致，如：晨曦家居旗舰店:小禾'),
          hint: t('提交后由组长确认；确认之前什么都不变，可以撤回。'),
        },
        { key: 'fromOn', kind: 'day', hint: t('不填则从这个昵称最早的待对应数据算起') },
      ]}
      consequences={{
        endpoint: nickClaims.claimConsequences,
        input: ({ nick, fromOn }) =>
          typeof nick === 'string' && nick.trim() ? { storeId, nick, ...(fromOn ? { fromOn } : {}) } : null,
      }}
      submitText={t('认领')}
      doneText={t('已提交，等组长确认')}
    />
  )
}
