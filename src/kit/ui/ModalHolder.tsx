import { Modal } from 'antd'
import type { HookAPI } from 'antd/es/modal/useModal/index.js'
import { useEffect } from 'react'

export interface ModalHolderProps {
  /** Hands over what shows questions, once they can be shown. */
  onReady: (ready: { modal: HookAPI }) => void
}

/** Where antd's questions stand; loaded with the first of them. */
export function ModalHolder({ onReady }: ModalHolderProps) {
  const [modal, holder] = Modal.useModal()
  useEffect(() => onReady({ modal }), [onReady, modal])
  return holder
}
