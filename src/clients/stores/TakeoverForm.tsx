import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { type AgentAccount, nickClaims } from './nicks/contract.ts'

interface Props {
  /** The binding of another agent; null while the form is closed. */
  account: AgentAccount | null
  onClose: () => void
}

/** An agent claims a nick that is bound to another agent: asks for the first day and shows the consequences. */
export function TakeoverForm({ account, onClose }: Props) {
  const { storeId = 0, nick = '', staffName: name = '' } = account ?? {}
  return (
    <FormModal
      open={account !== null}
      onClose={onClose}
      title={t('认领{name}的昵称“{nick}”', { name, nick })}
      endpoint={nickClaims.claim}
      fixed={{ storeId, nick, takesOver: true }}
      defaults={{ fromOn: today(() => new Date()) }}
      fields={[
        {
          key: 'now',
          label: t('现在的归属'),
          kind: 'custom',
          unsent: true,
          render: () => <p>{t('这个账号现在是{name}的，提交后由组长确认。', { name })}</p>,
        },
        {
          key: 'fromOn',
          kind: 'day',
          notClearable: true,
          hint: t('之前的日子仍归{name}；已结账的月份不能改', { name }),
        },
      ]}
      consequences={{
        endpoint: nickClaims.claimConsequences,
        input: ({ fromOn }) => (fromOn && storeId ? { storeId, nick, fromOn, takesOver: 'true' } : null),
      }}
      submitText={t('认领')}
      doneText={t('已提交，等组长确认')}
    />
  )
}
