import { Drawer } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { endSide } from '#kit/ui/side.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { FormBody } from './FormBody.tsx'
import { FormConsequences } from './FormConsequences.tsx'
import { FormFooter } from './FormFooter.tsx'
import { type FormWindowProps, useFormWindow } from './useFormWindow.tsx'

/** One opening of a `FormDrawer`, from a fresh form until it is closed. */
export function OpenedDrawer(props: FormWindowProps<Endpoint>) {
  const { open, title, columns = 1, submitText, consequences } = props
  const [consequencesReady, setConsequencesReady] = useState(false)
  const { id, state, close } = useFormWindow(props)
  return (
    <TouchSize>
      <Drawer
        open={open}
        onClose={close}
        placement={endSide()}
        title={title}
        size={columns === 2 ? 720 : 480}
        destroyOnHidden
        styles={{ wrapper: { maxWidth: '100vw' } }}
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
      </Drawer>
    </TouchSize>
  )
}
