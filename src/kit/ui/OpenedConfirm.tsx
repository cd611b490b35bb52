import { Modal } from 'antd'
import { useState } from 'react'
import type { ConfirmWindowProps } from './ConfirmWindow.tsx'
import { ConsequenceList, useConsequences } from './ConsequenceList.tsx'
import { ignoreShownErrors } from './ignoreShownErrors.tsx'
import { TouchSize } from './TouchSize.tsx'

const WIDTH = 520

/**
 * One opening of a `ConfirmWindow`. The user can confirm once the numbers are shown, or if the server refuses to return
 * them: it then refuses the write as well, and its message may say more.
 */
export function OpenedConfirm(props: ConfirmWindowProps) {
  const { title, endpoint, input, okText, danger, children, onOk, onClose } = props
  const { call, ready } = useConsequences(endpoint, input as object)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (!ready || busy) return
    setBusy(true)
    try {
      await onOk(call.data ?? { items: [] })
      onClose()
    } catch (error) {
      ignoreShownErrors(error)
      void call.refetch()
    } finally {
      setBusy(false)
    }
  }
  return (
    <TouchSize>
      <Modal
        open
        width={WIDTH}
        title={title}
        okText={okText}
        okButtonProps={{ danger, disabled: !ready }}
        confirmLoading={busy}
        onOk={() => void confirm()}
        onCancel={busy ? undefined : onClose}
      >
        {children}
        <ConsequenceList call={call} />
      </Modal>
    </TouchSize>
  )
}
