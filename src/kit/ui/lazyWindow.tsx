import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { useOpening } from './form/useOpening.tsx'
import { lazyPart } from './lazyPart.tsx'

/**
 * A form or window that is loaded when it is first open, and stays from then on: it closes with its motion. What opens
 * it need not wait, and stands under no `Suspense` of its own.
 *
 *     const CustomerForm = lazyWindow<'CustomerForm', CustomerFormProps>(
 *       () => import('./ui/CustomerForm.tsx'),
 *       'CustomerForm',
 *       ({ customer }) => customer !== null,
 *     )
 */
export function lazyWindow<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  isOpen: (props: Props) => boolean,
): ComponentType<Props> {
  const Part = lazyPart(load, name)
  return function Window(props: Props) {
    if (useOpening(isOpen(props)) === 0) return null
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
