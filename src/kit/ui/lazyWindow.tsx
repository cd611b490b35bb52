import { type ComponentType, Suspense } from 'react'
import { useOpening } from './form/useOpening.tsx'
import { lazyPart } from './lazyPart.tsx'

/**
 * A form or window that is loaded when it is first opened, and stays mounted so that closing is animated. Its opener
 * need not wait for it or add a `Suspense`.
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
