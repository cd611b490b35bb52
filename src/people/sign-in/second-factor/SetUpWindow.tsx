import { Modal } from 'antd'
import { t } from '#kit/text.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUp } from './SetUp.tsx'

export interface SetUpWindowProps {
  open: boolean
  /** The recovery codes after confirmation; null before. They are shown once. */
  codes: string[] | null
  onCodes: (codes: string[]) => void
  onClose: () => void
}

/** Sets up the second factor, then shows the recovery codes. */
export function SetUpWindow({ open, codes, onCodes, onClose }: SetUpWindowProps) {
  return (
    <Modal
      open={open}
      title={codes ? t('保存恢复码') : t('开启两步验证')}
      width={520}
      footer={null}
      destroyOnHidden
      // The recovery codes are shown once, so only their own button closes the window.
      closable={codes === null}
      keyboard={codes === null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {codes ? <RecoveryCodes codes={codes} onDone={onClose} /> : <SetUp onConfirmed={onCodes} />}
    </Modal>
  )
}
