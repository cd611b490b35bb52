import { Suspense } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import type { FormWindowProps } from './form/useFormWindow.tsx'
import { useOpening } from './form/useOpening.tsx'
import { lazyPart } from './lazyPart.tsx'

// Fields, calendars and rules are heavy, and most users of a list open no form.
const OpenedModal = lazyPart(() => import('./form/OpenedModal.tsx'), 'OpenedModal')

/** A form of up to six fields, 520 px wide; the same props as `FormDrawer`. */
export function FormModal<E extends Endpoint>(props: FormWindowProps<E>) {
  const opening = useOpening(props.open)
  if (opening === 0) return null
  return (
    <Suspense>
      <OpenedModal key={opening} {...(props as unknown as FormWindowProps<Endpoint>)} />
    </Suspense>
  )
}
