import { Suspense } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import type { FormWindowProps } from './form/useFormWindow.tsx'
import { useOpening } from './form/useOpening.tsx'
import { lazyPart } from './lazyPart.tsx'

// Fields, calendars and rules are heavy, and most users of a list open no form.
const OpenedDrawer = lazyPart(() => import('./form/OpenedDrawer.tsx'), 'OpenedDrawer')

/**
 * A form of 7 to 20 fields next to the list. `form/declare.tsx` defines the fields; labels, marks and rules come from
 * the endpoint's input.
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
  if (opening === 0) return null
  return (
    <Suspense>
      <OpenedDrawer key={opening} {...(props as unknown as FormWindowProps<Endpoint>)} />
    </Suspense>
  )
}
