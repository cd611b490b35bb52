import type { ModalFuncProps } from 'antd'
import type { HookAPI, ModalFuncWithPromise } from 'antd/es/modal/useModal/index.js'
import { type ReactElement, Suspense, useMemo, useState } from 'react'
import { lazyPart } from './lazyPart.tsx'
import type { ModalHolderProps } from './ModalHolder.tsx'

const ModalHolder = lazyPart<'ModalHolder', ModalHolderProps>(
  () => import('./ModalHolder.tsx'),
  'ModalHolder',
)

/** Loads the code of dialogs ahead of need, for a screen that may need them while the connection is down. */
export const preloadDialogs = ModalHolder.preload

/**
 * The functions with which antd's `App` opens dialogs (`App.useApp().modal`); loads their code with the first dialog.
 * The build replaces antd's own hook with it (`app/excludedModules.ts`).
 */
export function useLazyModal(): readonly [HookAPI, ReactElement] {
  const [isNeeded, setNeeded] = useState(false)
  const { promise, resolve } = useMemo(() => Promise.withResolvers<{ modal: HookAPI }>(), [])
  const modal = useMemo(() => deferDialogs(promise, () => setNeeded(true)), [promise])
  return [modal, <Suspense key="questions">{isNeeded && <ModalHolder onReady={resolve} />}</Suspense>]
}

function deferDialogs(ready: Promise<{ modal: HookAPI }>, loadDialogs: () => void): HookAPI {
  const openDialog =
    (kind: keyof HookAPI): ModalFuncWithPromise =>
    (config: ModalFuncProps) => {
      loadDialogs()
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
    confirm: openDialog('confirm'),
    info: openDialog('info'),
    success: openDialog('success'),
    warning: openDialog('warning'),
    error: openDialog('error'),
  }
}
