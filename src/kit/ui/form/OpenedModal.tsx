import { Modal } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { FormBody } from './FormBody.tsx'
import { FormConsequences } from './FormConsequences.tsx'
import { FormFooter } from './FormFooter.tsx'
import { type FormWindowProps, useFormWindow } from './useFormWindow.tsx'

const WIDTH = 520

/** One opening of a `FormModal`, from a fresh form until it is closed. */
export function OpenedModal(props: FormWindowProps<Endpoint>) {
  const { open, title, columns = 1, submitText, consequences } = props
  const [consequencesReady, setConsequencesReady] = useState(false)
  const { id, state, close } = useFormWindow(props)
  return (
    <TouchSize>
      <Modal
        open={open}
        onCancel={close}
        title={title}
        width={WIDTH}
        destroyOnHidden
        footer={
          <FormFooter
            form={id}
            busy={state.busy}
            blocked={state.draft.offered !== null || (consequences !== undefined && !consequencesReady)}
            submitText={submitText}
            onCancel={close}
          />
        }
      >
        <FormBody id={id} state={state as never} parts={props.fields} columns={columns} />
        {consequences && <FormConsequences of={consequences} state={state} onReady={setConsequencesReady} />}
      </Modal>
    </TouchSize>
  )
}
