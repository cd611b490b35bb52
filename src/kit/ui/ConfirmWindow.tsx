import { type ReactNode, Suspense } from 'react'
import type * as z from 'zod'
import type { ConsequencesEndpoint, ShownConsequences } from '#kit/consequences.ts'
import { lazyPart } from './lazyPart.tsx'

export interface ConfirmWindowProps<E extends ConsequencesEndpoint = ConsequencesEndpoint> {
  title: string
  /** Returns what the write will change. */
  endpoint: E
  input: z.input<E['input']>
  okText: string
  danger?: boolean
  /** Further content, above the numbers. */
  children?: ReactNode
  /**
   * Sends the write; receives the consequences that were shown. If it fails, the window stays and shows the current
   * ones.
   */
  onOk: (shown: ShownConsequences) => Promise<unknown>
  onClose: () => void
}

const OpenedConfirm = lazyPart<'OpenedConfirm', ConfirmWindowProps>(
  () => import('./OpenedConfirm.tsx'),
  'OpenedConfirm',
)

/** Asks for confirmation of a write and lists, in numbers, what the write will change. Open while it is rendered. */
export function ConfirmWindow<E extends ConsequencesEndpoint>(props: ConfirmWindowProps<E>) {
  return (
    <Suspense>
      <OpenedConfirm {...(props as unknown as ConfirmWindowProps)} />
    </Suspense>
  )
}
