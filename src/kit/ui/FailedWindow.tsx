import type { UseQueryResult } from '@tanstack/react-query'
import { Modal } from 'antd'
import type { CallError } from '#kit/failures.ts'
import { Loaded } from './Loaded.tsx'

export interface FailedWindowProps {
  title: string
  /** The failed read, with `messagePlace: 'inPage'`. */
  call: UseQueryResult<unknown, CallError>
  onClose: () => void
}

/** Shown instead of a form's window if its values could not be read. */
export function FailedWindow({ title, call, onClose }: FailedWindowProps) {
  return (
    <Modal open onCancel={onClose} footer={null} title={title} width={520}>
      <Loaded call={call} compact>
        {() => null}
      </Loaded>
    </Modal>
  )
}
