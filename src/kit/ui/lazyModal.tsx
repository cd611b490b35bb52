import type { ModalFuncProps } from 'antd'
import type { HookAPI, ModalFuncWithPromise } from 'antd/es/modal/useModal/index.js'
import type { ReactElement } from 'react'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from './lazyPart.tsx'
import type { ModalHolderProps } from './ModalHolder.tsx'

const ModalHolder = lazyPart<'ModalHolder', ModalHolderProps>(
  () => import('./ModalHolder.tsx'),
  'ModalHolder',
)

/** Loads the code of dialogs ahead of need, for a screen that may need them while the connection is down. */
export const preloadQuestions = ModalHolder.preload

/**
 * The functions with which antd's `App` opens dialogs (`App.useApp().modal`); loads their code with the first dialog.
 * The build replaces antd's own hook with it (`app/leftOut.ts`).
 */
export function useLazyModal(): readonly [HookAPI, ReactElement] {
  const [wanted, setWanted] = useState(false)
  const { promise, resolve } = useMemo(() => Promise.withResolvers<{ modal: HookAPI }>(), [])
  const modal = useMemo(() => deferred(promise, () => setWanted(true)), [promise])
  return [modal, <Suspense key="questions">{wanted && <ModalHolder onReady={resolve} />}</Suspense>]
}

function deferred(ready: Promise<{ modal: HookAPI }>, want: () => void): HookAPI {
  const asks =
    (kind: keyof HookAPI): ModalFuncWithPromise =>
    (config: ModalFuncProps) => {
      want()
      // Wrapped in an object: the dialog is thenable, and the promise would otherwise wait for its answer.
      const shown = ready.then(({ modal }) => ({ question: modal[kind](config) }))
      return {
        destroy: () => void shown.then(({ question }) => question.destroy()),
        update: (change) => void shown.then(({ question }) => question.update(change)),
        // biome-ignore lint/suspicious/noThenProperty: antd's questions can be awaited
        then: (onAnswer, onFault) => shown.then(({ question }) => question.then(onAnswer, onFault)),
      }
    }
  return {
    confirm: asks('confirm'),
    info: asks('info'),
    success: asks('success'),
    warning: asks('warning'),
    error: asks('error'),
  }
}
