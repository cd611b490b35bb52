import { App, Button } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import { isWithoutPrompt } from '#kit/redirect.ts'
import { t } from '#kit/text.ts'
import { setNavigationGuard } from './navigation.tsx'

/** An open form. */
interface Unsaved {
  isDirty: () => boolean
  /** Saves the input as a draft; resolves when it is saved. */
  saveDraft: () => Promise<void>
  /** Discards the input. */
  discard: () => void
}

const openForms = new Set<Unsaved>()

const dirtyForms = () => [...openForms].filter((form) => form.isDirty())

/** Saves the input of all open forms as drafts, before drafts are counted. */
export async function saveAllDrafts(): Promise<void> {
  await Promise.all(dirtyForms().map((form) => form.saveDraft()))
}

/** Registers a form, so that leaving the page asks first if it has unsaved input. */
export function useUnsaved(form: Unsaved, active: boolean): void {
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    if (!active) return
    const entry: Unsaved = {
      isDirty: () => latest.current.isDirty(),
      saveDraft: () => latest.current.saveDraft(),
      discard: () => latest.current.discard(),
    }
    openForms.add(entry)
    return () => void openForms.delete(entry)
  }, [active])
}

interface LeaveChoices {
  saveDraft: () => void
  discard: () => void
  stay?: () => void
}

/** Asks what to do with unsaved input: save it as a draft, discard it, or continue. */
export function useLeaveQuestion(): (ways: LeaveChoices) => void {
  const { modal } = App.useApp()
  return useCallback(
    ({ saveDraft, discard, stay }) => {
      const discardInput = () => {
        question.destroy()
        discard()
      }
      const question = modal.confirm({
        title: t('您填写的内容还没有保存'),
        content: t('可以留作草稿：下次打开这张表单时，能从这里接着填。'),
        okText: t('存为草稿'),
        cancelText: t('继续填写'),
        onOk: saveDraft,
        onCancel: stay,
        footer: (_, { OkBtn, CancelBtn }) => (
          <>
            <Button danger onClick={discardInput}>
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
  const askToLeave = useLeaveQuestion()
  useEffect(
    () =>
      setNavigationGuard({
        blocks: ({ from, to, state }) => from !== to && !isWithoutPrompt(state) && dirtyForms().length > 0,
        confirm: ({ proceed, stay }) =>
          askToLeave({
            saveDraft: () => void saveAllDrafts().then(proceed),
            discard: () => {
              for (const form of dirtyForms()) form.discard()
              proceed()
            },
            stay,
          }),
      }),
    [askToLeave],
  )
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (dirtyForms().length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', unload)
    return () => window.removeEventListener('beforeunload', unload)
  }, [])
  return null
}
