import { App } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { today } from '#kit/calendar.ts'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import type { StoredFile } from '#kit/files/storedFile.ts'
import { formatMoney } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { type Upload, useUploads } from '#kit/ui/files/useUploads.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { useUnsaved } from '#kit/ui/unsaved.tsx'
import { claimPath } from './claimColumns.tsx'
import { type ClaimPage, claims } from './contract.ts'
import { attachments } from './contractAttachments.ts'
import {
  type ClaimFields,
  type DraftItem,
  newItem,
  problemsOf,
  restoredItems,
  toDraftItem,
  toItemInput,
  withoutFiles,
} from './draftItems.ts'
import { categoryNames } from './rules.ts'
import { useClaimCopy } from './useClaimCopy.tsx'

export type ClaimDraft = ReturnType<typeof useClaimDraft>

/** State of the claim form, with functions to save and submit. */
export function useClaimDraft(page: ClaimPage) {
  const now = today(() => new Date())
  const content = useContent(page)
  const { fields, items, version, isDirty } = content
  const confirmMissingFiles = useMissingFilesConfirm()
  const copy = useClaimCopy(page, content)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const files = useFiles(page.id, now, content)
  const onSaved = (saved: ClaimPage) => {
    content.replaceWithSaved(saved)
    void copy.drop()
  }
  const sending = useSending(page.id, onSaved, setProblems)
  const check = () => {
    const found = Object.entries(problemsOf(items, now)).map(([key, problem]) => [key, t(problem)])
    const lacking = fields.title.trim() === '' ? { title: t('请填写事由') } : {}
    const all = { ...Object.fromEntries(found), ...lacking }
    setProblems(all)
    return Object.keys(all).length === 0
  }
  const buildInput = () => ({ id: page.id, version, ...fields, items: items.map(toItemInput) })
  const save = async () => (check() ? sending.save(buildInput()) : undefined)
  const submit = () => {
    if (check()) confirmMissingFiles(items, () => sending.submit(buildInput()))
  }
  // Content that cannot be saved yet stays in the browser.
  const saveCopy = async () => {
    await copy.flush()
    await save()
  }
  const discard = () => {
    content.setDirty(false)
    void copy.drop()
  }
  useUnsaved({ isDirty: () => isDirty, saveDraft: saveCopy, discard }, isDirty)
  const closedMonth = page.monthClosed ? page.month : null
  return { ...content, ...files, copy, problems, closedMonth, today: now, busy: sending.busy, save, submit }
}

type Change<T> = (before: T) => T
type Items = readonly DraftItem[]

/** Edited content, and whether it differs from the saved claim. */
function useContent(page: ClaimPage) {
  const [version, setVersion] = useState(page.version)
  const [fields, setFields] = useState<ClaimFields>(() => fieldsOf(page))
  const [items, setItems] = useState<Items>(() => page.items.map(toDraftItem))
  const [loose, setLoose] = useState<readonly StoredFile[]>(page.attachments)
  const [isDirty, setDirty] = useState(false)
  const changeItems = (change: Change<Items>) => {
    setDirty(true)
    setItems(change)
  }
  return {
    version,
    fields,
    items,
    loose,
    isDirty,
    setDirty,
    setLoose,
    changeItems,
    replaceWithSaved: (saved: ClaimPage) => {
      setVersion(saved.version)
      setItems(saved.items.map(toDraftItem))
      setLoose(saved.attachments)
      setDirty(false)
    },
    restore: (stored: { fields: ClaimFields; items: Items }) => {
      const attached = [...page.attachments, ...page.items.flatMap((item) => item.attachments)]
      const restored = restoredItems(stored.items, attached)
      setFields(stored.fields)
      setItems(restored.items)
      setLoose(restored.loose)
      setDirty(true)
    },
    changeFields: (changes: Partial<ClaimFields>) => {
      setDirty(true)
      setFields((before) => ({ ...before, ...changes }))
    },
    addItem: (item: DraftItem) => changeItems((before) => [...before, item]),
    removeItem: (key: number) => changeItems((before) => before.filter((item) => item.key !== key)),
    changeItem: (key: number, changes: Partial<DraftItem>) =>
      changeItems((before) => before.map((item) => (item.key === key ? { ...item, ...changes } : item))),
  }
}

const fieldsOf = ({ title, month, remark }: ClaimPage): ClaimFields => ({
  title,
  month,
  remark: remark ?? '',
})

/** Uploads: each photo creates an item, or is added to the item with `key`. */
function useFiles(claimId: number, now: string, content: ReturnType<typeof useContent>) {
  const { changeItems, setLoose } = content
  const client = useClient()
  const uploads = useUploads((options) => client.call(attachments.add, { id: claimId }, options))
  const remove = useAction(attachments.remove)
  const addFiles = (files: readonly File[], key?: number) =>
    void uploads.send(files, (file) =>
      changeItems((before) =>
        before.some((item) => item.key === key)
          ? before.map((item) => (item.key === key ? { ...item, files: [...item.files, file] } : item))
          : [...before, newItem(now, [file])],
      ),
    )
  const retry = (upload: Upload) => {
    uploads.drop(upload.key)
    addFiles([upload.file])
  }
  const removeFile = async (id: string) => {
    const others = (files: readonly StoredFile[]) => files.filter((file) => file.id !== id)
    try {
      await remove.mutateAsync({ id })
      setLoose(others)
      changeItems((before) => before.map((item) => ({ ...item, files: others(item.files) })))
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
  return { uploads, addFiles, retry, removeFile: (id: string) => void removeFile(id) }
}

type Content = Parameters<ReturnType<typeof useAction<typeof claims.update>>['mutateAsync']>[0]

/** Saves, or saves and submits, a claim; shows server errors at their fields. */
function useSending(
  claimId: number,
  onSaved: (saved: ClaimPage) => void,
  setProblems: (problems: Readonly<Record<string, string>>) => void,
) {
  const { message } = App.useApp()
  const navigate = useNavigate()
  const update = useAction(claims.update)
  const handIn = useAction(claims.submit)
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null)
  const run = async (what: 'save' | 'submit', work: () => Promise<void>) => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      if (error instanceof CallError && error.data?.fields) {
        setProblems(error.data.fields)
        void message.error(Object.values(error.data.fields)[0])
      } else ignoreShownErrors(error)
    } finally {
      setBusy(null)
    }
  }
  const save = (content: Content) =>
    run('save', async () => {
      onSaved(await update.mutateAsync(content))
      void message.success(t('草稿已保存'))
    })
  const submit = (content: Content) =>
    run('submit', async () => {
      const saved = await update.mutateAsync(content)
      onSaved(saved)
      await handIn.mutateAsync({ id: claimId, version: saved.version })
      void message.success(t('已提交，等待审核'))
      await navigate(`${claimPath}/${claimId}`, { replace: true })
    })
  return { busy, save, submit }
}

/** Submits a claim; if items have no files, lists them and asks for confirmation first. */
function useMissingFilesConfirm() {
  const { modal } = App.useApp()
  return (items: readonly DraftItem[], handIn: () => Promise<void>): void => {
    const lacking = withoutFiles(items)
    if (lacking.length === 0) return void handIn()
    modal.confirm({
      title: t('{n} 笔明细没有票据', { n: lacking.length }),
      content: (
        <>
          <p>{t('没有发票或小票的照片，可能会被退回：')}</p>
          <ul className="claim-lacking">
            {lacking.map(({ at, item }) => (
              <li key={item.key}>{nameOf(at, item)}</li>
            ))}
          </ul>
        </>
      ),
      okText: t('仍要提交'),
      cancelText: t('去补票据'),
      onOk: handIn,
    })
  }
}

function nameOf(at: number, { category, amountCents }: DraftItem): string {
  const money = typeof amountCents === 'number' ? formatMoney(amountCents) : ''
  return t('第 {n} 笔：{category} {money}', { n: at + 1, category: t(categoryNames[category]), money })
}
