import { Modal } from 'antd'
import { t } from '#kit/text.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUp } from './SetUp.tsx'

export interface SetUpWindowProps {
  open: boolean
  /** The recovery codes, once there are any; they are shown this once. */
  codes: string[] | null
  onCodes: (codes: string[]) => void
  onClose: () => void
}

/** Sets the second factor up, then shows the recovery codes. */
export function SetUpWindow({ open, codes, onCodes, onClose }: SetUpWindowProps) {
  return (
    <Modal
      open={open}
      title={codes ? t('保存恢复码') : t('开启两步验证')}
      width={520}
      footer={null}
      destroyOnHidden
      // What is shown once is closed by its own button only.
      closable={codes === null}
      keyboard={codes === null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {codes ? <RecoveryCodes codes={codes} onDone={onClose} /> : <SetUp onConfirmed={onCodes} />}
    </Modal>
  )
}
