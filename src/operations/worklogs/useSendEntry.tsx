import { App } from 'antd'
import { useRef, useState } from 'react'
import { t } from '#kit/text.ts'
import { type SendResult, useOfflineQueue } from '#kit/ui/offlineQueue.tsx'
import type { WorklogDay } from './contractDay.ts'
import { contentOf, type EntryLine, problemsOf } from './entry.ts'
import { storesToKey } from './entryStores.ts'
import { placeKey } from './rules.ts'
import type { EntryToSend } from './sendEntry.ts'
import type { EntryState } from './useEntry.tsx'

/** Error messages: of texts and hours by field, of cells by line and figure. */
export interface EntryProblems {
  fields: Readonly<Record<string, string>>
  cells: ReadonlyMap<string, Readonly<Record<string, string>>>
}

const NO_PROBLEMS: EntryProblems = { fields: {}, cells: new Map() }

/** Saves or submits a log: immediately, or once the server can be reached. */
export function useSendEntry(day: WorklogDay, title: string, state: EntryState) {
  const queue = useOfflineQueue()
  const showResult = useShowResult(day, title)
  const check = useSubmitCheck()
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [sending, setSending] = useState<'save' | 'submit' | null>(null)
  const subject = `worklog ${day.on} ${day.shift}`
  const send = async (submit: boolean) => {
    const worklog = day.worklog && { id: day.worklog.id, version: day.worklog.version }
    const content: EntryToSend = { ...contentOf(state.entry, state.lines), on: day.on, worklog, submit }
    setSending(submit ? 'submit' : 'save')
    const sent = await queue
      .send({ kind: 'worklog', subject, title, content })
      .finally(() => setSending(null))
    const isRefused = sent.kind === 'refused'
    // The refusal is shown here immediately, so the entry need not stay in the queue.
    if (isRefused) queue.drop(sent.entry)
    setProblems(isRefused ? problemsFrom(sent.entry.fields ?? {}, content) : NO_PROBLEMS)
    showResult(sent, submit)
  }
  const save = () => void send(false)
  const submit = () =>
    check(
      state,
      (fields) => setProblems({ ...NO_PROBLEMS, fields }),
      () => send(true),
    )
  // A shortcut may commit a cell's text first; the ref makes sure that the latest content is sent.
  const latest = useRef({ save, submit })
  latest.current = { save, submit }
  const [actions] = useState(() => ({
    save: () => latest.current.save(),
    submit: () => latest.current.submit(),
  }))
  return { problems, sending, acts: actions, queued: queue.entries.find((one) => one.subject === subject) }
}

/** Shows the result of sending a log. */
function useShowResult({ reviewerName }: WorklogDay, title: string) {
  const { message } = App.useApp()
  return (sent: SendResult, submit: boolean): void => {
    if (sent.kind === 'refused') return void message.error(sent.entry.problem)
    if (sent.kind === 'later') {
      return void message.warning(t('{title}还没有发到服务器，已存在这台电脑上，会自动再发。', { title }))
    }
    if (!submit) return void message.success(t('草稿已保存'))
    void message.success(reviewerName ? t('已提交给{name}', { name: reviewerName }) : t('已提交给管理员'))
  }
}

/** Checks a log before it is submitted, and asks for confirmation if stores without files have no figures. */
function useSubmitCheck() {
  const { message, modal } = App.useApp()
  return (
    state: EntryState,
    show: (fields: Record<string, string>) => void,
    proceed: () => Promise<void>,
  ): void => {
    const lacking = lackingOf(state)
    show(lacking)
    const [first] = problemsOf(state.lines)
    if (first) {
      const store = first.line.line.storeName
      return void message.error(t('{store}：{problem}', { store, problem: t(first.problem) }))
    }
    const [sentence] = Object.values(lacking)
    if (sentence) return void message.error(sentence)
    const empty = storesToKey(state.lines)
    if (empty.length === 0) return void proceed()
    modal.confirm({
      title: t('还有 {n} 家店没有数据', { n: empty.length }),
      content: t('{stores}。没有数据的店会显示缺数据，不会算成 0。', { stores: namesOf(empty) }),
      okText: t('仍要提交'),
      cancelText: t('继续填写'),
      onOk: proceed,
    })
  }
}

export type EntrySending = ReturnType<typeof useSendEntry>

function lackingOf({ entry }: EntryState): Record<string, string> {
  const lacking: Record<string, string> = {}
  if (entry.hours === null) lacking.hours = t('请填写工时。')
  if (entry.words.summary.trim() === '') lacking.summary = t('请填写今日小结。')
  return lacking
}

/** Assigns the server's message for `lines.3.unreplied` to that cell. */
function problemsFrom(fields: Readonly<Record<string, string>>, content: EntryToSend): EntryProblems {
  const cells = new Map<string, Record<string, string>>()
  for (const [path, sentence] of Object.entries(fields)) {
    const [, at, figure] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? []
    const line = at === undefined ? undefined : content.lines[Number(at)]
    if (line && figure) cells.set(placeKey(line), { ...cells.get(placeKey(line)), [figure]: sentence })
  }
  return { fields, cells }
}

const MAX_NAMED = 3

function namesOf(lines: readonly EntryLine[]): string {
  const names = lines
    .slice(0, MAX_NAMED)
    .map(({ line }) => line.storeName)
    .join(t('、'))
  return lines.length > MAX_NAMED ? t('{titles}等', { titles: names }) : names
}
