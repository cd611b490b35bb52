import { formatMinute } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { type NickClaim, nickClaims } from './contract.ts'
import type { Step } from './ui/NickClaims.tsx'

interface Props {
  claim: NickClaim
  onClose: () => void
}

/** The dialog of a step: the consequences of confirming or undoing, or the reason for a rejection. */
export function ClaimStep({ step, ...props }: Props & { step: Step }) {
  if (step === 'reject') return <Rejection {...props} />
  return step === 'confirm' ? <Confirmation {...props} /> : <Undoing {...props} />
}

function Confirmation({ claim, onClose }: Props) {
  const { id, version, nick, staffName: name, holderName } = claim
  const confirm = useAction(nickClaims.confirm)
  return (
    <ConfirmWindow
      title={t('确认昵称“{nick}”归{name}', { nick, name })}
      endpoint={nickClaims.confirmConsequences}
      input={{ id }}
      okText={t('确认')}
      onOk={({ seal }) => confirm.mutateAsync({ id, version, seal })}
      onClose={onClose}
    >
      <p>
        {holderName
          ? t('这个昵称现在是{holder}的，确认后通知{holder}和{name}；30 天内可以撤销。', {
              holder: holderName,
              name,
            })
          : t('确认后通知{name}；30 天内可以撤销。', { name })}
      </p>
    </ConfirmWindow>
  )
}

function Undoing({ claim, onClose }: Props) {
  const { id, version, nick, decidedByName, decidedAt } = claim
  const undo = useAction(nickClaims.undo)
  return (
    <ConfirmWindow
      title={t('撤销昵称“{nick}”的归属', { nick })}
      endpoint={nickClaims.undoConsequences}
      input={{ id }}
      okText={t('撤销')}
      danger
      onOk={() => undo.mutateAsync({ id, version })}
      onClose={onClose}
    >
      <p>
        {t('{by}于 {at} 确认。撤销后归属恢复原样，并通知相关的人。', {
          by: decidedByName ?? '',
          at: formatMinute(decidedAt),
        })}
      </p>
    </ConfirmWindow>
  )
}

function Rejection({ claim: { id, version, nick, staffName: name }, onClose }: Props) {
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('不同意{name}认领“{nick}”', { nick, name })}
      endpoint={nickClaims.reject}
      fixed={{ id, version }}
      fields={[{ key: 'reason', kind: 'textarea', hint: t('可以不填；会告诉{name}', { name }) }]}
      submitText={t('不同意')}
      doneText={t('已告诉{name}', { name })}
    />
  )
}
