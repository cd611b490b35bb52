import { Modal } from 'antd'
import type { Endpoint } from '#kit/contract.ts'
import { FormBody } from './form/FormBody.tsx'
import { FormFooter } from './form/FormFooter.tsx'
import type { FormWindowProps } from './form/useFormWindow.tsx'
import { useFormWindow } from './form/useFormWindow.tsx'
import { useOpening } from './form/useOpening.tsx'
import { TouchSize } from './TouchSize.tsx'

const WIDTH = 520

/** A form of up to six fields, 520 px wide; the same props as `FormDrawer`. */
export function FormModal<E extends Endpoint>(props: FormWindowProps<E>) {
  const opening = useOpening(props.open)
  return opening === 0 ? null : <OneOpening key={opening} {...props} />
}

function OneOpening<E extends Endpoint>(props: FormWindowProps<E>) {
  const { open, title, columns = 1, submitText } = props
  const { id, state, close } = useFormWindow(props)
  return (
    <TouchSize>
      <Modal
        open={open}
        onCancel={close}
        title={title}
        width={WIDTH}
        destroyOnHidden
        footer={<FormFooter form={id} busy={state.busy} submitText={submitText} onCancel={close} />}
      >
        <FormBody id={id} state={state as never} parts={props.fields} columns={columns} />
      </Modal>
    </TouchSize>
  )
}
