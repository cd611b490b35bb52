import type { ReactNode } from 'react'
import { Suspense } from 'react'
import type * as z from 'zod'
import type { Consequences, ConsequencesEndpoint } from '#kit/consequences.ts'
import { lazyPart } from './lazyPart.tsx'

export interface ConfirmWindowProps<E extends ConsequencesEndpoint = ConsequencesEndpoint> {
  title: string
  /** Tells what the write will change. */
  endpoint: E
  input: z.input<E['input']>
  okText: string
  danger?: boolean
  /** What else has to be said, above the numbers. */
  children?: ReactNode
  /** The write. It is given what was shown; if it fails, the window stays and shows the numbers of now. */
  onOk: (shown: Consequences) => Promise<unknown>
  onClose: () => void
}

const OpenedConfirm = lazyPart<'OpenedConfirm', ConfirmWindowProps>(
  () => import('./OpenedConfirm.tsx'),
  'OpenedConfirm',
)

/** A question before a write that lists, in numbers, what the write will change. Open as long as it is drawn. */
export function ConfirmWindow<E extends ConsequencesEndpoint>(props: ConfirmWindowProps<E>) {
  return (
    <Suspense>
      <OpenedConfirm {...(props as unknown as ConfirmWindowProps)} />
    </Suspense>
  )
}
