import { Modal } from 'antd'
import type { HookAPI } from 'antd/es/modal/useModal/index.js'
import { useEffect } from 'react'

export interface ModalHolderProps {
  /** Called with the functions that open dialogs, once they are available. */
  onReady: (ready: { modal: HookAPI }) => void
}

/** Holds antd's dialogs; loaded with the first of them. */
export function ModalHolder({ onReady }: ModalHolderProps) {
  const [modal, holder] = Modal.useModal()
  useEffect(() => onReady({ modal }), [onReady, modal])
  return holder
}
