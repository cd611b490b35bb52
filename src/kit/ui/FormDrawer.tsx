import { Drawer } from 'antd'
import type { Endpoint } from '#kit/contract.ts'
import { FormBody } from './form/FormBody.tsx'
import { FormFooter } from './form/FormFooter.tsx'
import type { FormWindowProps } from './form/useFormWindow.tsx'
import { useFormWindow } from './form/useFormWindow.tsx'
import { useOpening } from './form/useOpening.tsx'
import { TouchSize } from './TouchSize.tsx'

/**
 * A form of 7 to 20 fields beside the list. Fields are in `form/declare.tsx`; labels, marks and rules come from the
 * endpoint's input.
 *
 *     <FormDrawer
 *       open={open} onClose={close} title={t('编辑店铺')} columns={2}
 *       endpoint={stores.update} record={store}
 *       fields={[
 *         { section: t('基本信息') },
 *         { key: 'name' },
 *         { key: 'customerId', kind: 'picker', options: customers.options, nameKey: 'customerName' },
 *         { key: 'monthlyFeeCents', kind: 'money' },
 *         { key: 'mobile', kind: 'masked' },
 *       ]}
 *       onDone={() => …}
 *     />
 */
export function FormDrawer<E extends Endpoint>(props: FormWindowProps<E>) {
  const opening = useOpening(props.open)
  return opening === 0 ? null : <OneOpening key={opening} {...props} />
}

function OneOpening<E extends Endpoint>(props: FormWindowProps<E>) {
  const { open, title, columns = 1, submitText } = props
  const { id, state, close } = useFormWindow(props)
  return (
    <TouchSize>
      <Drawer
        open={open}
        onClose={close}
        title={title}
        size={columns === 2 ? 720 : 480}
        destroyOnHidden
        styles={{ wrapper: { maxWidth: '100vw' } }}
        footer={<FormFooter form={id} busy={state.busy} submitText={submitText} onCancel={close} />}
      >
        <FormBody id={id} state={state as never} parts={props.fields} columns={columns} />
      </Drawer>
    </TouchSize>
  )
}
