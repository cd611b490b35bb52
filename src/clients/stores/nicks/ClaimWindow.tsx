import { App } from 'antd'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import { nickClaims } from './contract.ts'

interface Props {
  nick: { storeId: number; nick: string }
  onClose: () => void
}

/** Confirms the claim of an unbound nick with the agent: shows what will move once the head confirms it. */
export function ClaimWindow({ nick: { storeId, nick }, onClose }: Props) {
  const { message } = App.useApp()
  const claim = useAction(nickClaims.claim)
  return (
    <ConfirmWindow
      title={t('认领昵称“{nick}”', { nick })}
      endpoint={nickClaims.claimConsequences}
      input={{ storeId, nick }}
      okText={t('认领')}
      onOk={async () => {
        await claim.mutateAsync({ storeId, nick })
        void message.success(t('已提交，等组长确认'))
      }}
      onClose={onClose}
    >
      <p>{t('提交后由组长确认；确认之前什么都不变，可以撤回。')}</p>
    </ConfirmWindow>
  )
}
