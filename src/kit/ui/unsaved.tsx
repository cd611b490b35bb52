import { App, Button } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import { isUnasked } from '#kit/redirect.ts'
import { t } from '#kit/text.ts'
import { guardWays } from './navigation.tsx'

/** An open form. */
interface Unsaved {
  isDirty: () => boolean
  /** Saves the input as a draft; resolves when it is saved. */
  keep: () => Promise<void>
  /** Discards the input. */
  discard: () => void
}

const standing = new Set<Unsaved>()

const dirtyOnes = () => [...standing].filter((form) => form.isDirty())

/** Saves the input of all open forms as drafts, before drafts are counted. */
export async function keepAll(): Promise<void> {
  await Promise.all(dirtyOnes().map((form) => form.keep()))
}

/** Registers a form, so that leaving the page asks first if it has unsaved input. */
export function useUnsaved(form: Unsaved, active: boolean): void {
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    if (!active) return
    const entry: Unsaved = {
      isDirty: () => latest.current.isDirty(),
      keep: () => latest.current.keep(),
      discard: () => latest.current.discard(),
    }
    standing.add(entry)
    return () => void standing.delete(entry)
  }, [active])
}

interface Ways {
  keep: () => void
  discard: () => void
  stay?: () => void
}

/** Asks what to do with unsaved input: save it as a draft, discard it, or continue. */
export function useLeaveQuestion(): (ways: Ways) => void {
  const { modal } = App.useApp()
  return useCallback(
    ({ keep, discard, stay }) => {
      const giveUp = () => {
        question.destroy()
        discard()
      }
      const question = modal.confirm({
        title: t('您填写的内容还没有保存'),
        content: t('可以留作草稿：下次打开这张表单时，能从这里接着填。'),
        okText: t('存为草稿'),
        cancelText: t('继续填写'),
        onOk: keep,
        onCancel: stay,
        footer: (_, { OkBtn, CancelBtn }) => (
          <>
            <Button danger onClick={giveUp}>
              {t('放弃修改')}
            </Button>
            <CancelBtn />
            <OkBtn />
          </>
        ),
      })
    },
    [modal],
  )
}

/** Rendered once in the page: asks if a link, "back" or closing the window would leave an unsaved form. */
export function LeaveGuard() {
  const ask = useLeaveQuestion()
  useEffect(
    () =>
      guardWays({
        holds: ({ from, to, state }) => from !== to && !isUnasked(state) && dirtyOnes().length > 0,
        ask: ({ proceed, stay }) =>
          ask({
            keep: () => void keepAll().then(proceed),
            discard: () => {
              for (const form of dirtyOnes()) form.discard()
              proceed()
            },
            stay,
          }),
      }),
    [ask],
  )
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (dirtyOnes().length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', unload)
    return () => window.removeEventListener('beforeunload', unload)
  }, [])
  return null
}
