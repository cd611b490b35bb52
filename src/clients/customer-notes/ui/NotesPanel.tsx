import { App, Button, Checkbox, Mentions } from 'antd'
import { useState } from 'react'
import { type CustomerNote, customerNotes } from '#clients/customer-notes/contract.ts'
import { NoteItem } from '#clients/customer-notes/NoteItem.tsx'
import { noteLog } from '#clients/customer-notes/noteLog.tsx'
import { mentionedIn } from '#clients/customer-notes/rules.ts'
import { customerSteps } from '#clients/customers/contract.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Pager } from '#kit/ui/list/Pager.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import type { RecordLogDrawerProps } from '#kit/ui/RecordLogDrawer.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import '#clients/customer-notes/Notes.css'

const RecordLogDrawer = lazyWindow<'RecordLogDrawer', RecordLogDrawerProps>(
  () => import('#kit/ui/RecordLogDrawer.tsx'),
  'RecordLogDrawer',
  ({ log }) => log !== null,
)

interface Props {
  customerId: number
}

/** 备注 of a customer. Every user who may read the customer can read and write them; @ mentions a colleague. */
export function NotesPanel({ customerId }: Props) {
  const [page, setPage] = useState({ current: 1, pageSize: 10 })
  const [editing, setEditing] = useState<CustomerNote | null>(null)
  const [loggedId, setLoggedId] = useOpenNumber('noteLog')
  const call = useCall(
    customerNotes.list,
    { id: customerId, ...page },
    { keepRows: true, messagePlace: 'inPage' },
  )
  return (
    <Panel title={t('备注')} hint={t('输入 @ 提到同事，对方的首页会看到')}>
      <NoteEditor
        key={editing?.id ?? 'new'}
        customerId={customerId}
        note={editing}
        onDone={() => setEditing(null)}
      />
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
        {({ items, total }) => (
          <>
            {items.length > 0 && (
              <ol className="notes">
                {items.map((note) => (
                  <NoteItem
                    key={note.id}
                    note={note}
                    onEdit={() => setEditing(note)}
                    onLog={() => setLoggedId(note.id)}
                  />
                ))}
              </ol>
            )}
            {total > page.pageSize && <Pager {...page} total={total} onPage={setPage} />}
          </>
        )}
      </Loaded>
      <RecordLogDrawer
        log={loggedId === undefined ? null : noteLog(loggedId)}
        onClose={() => setLoggedId(undefined)}
      />
    </Panel>
  )
}

interface EditorProps extends Props {
  note: CustomerNote | null
  onDone: () => void
}

/** Writes a new note or edits one of the user's own notes. */
function NoteEditor({ customerId, note, onDone }: EditorProps) {
  const [mentioned, setMentioned] = useState('')
  const people = useCall(customerSteps.colleagues, { customerId }).data ?? []
  const { text, setText, complaint, setComplaint, send, busy } = useNoteForm(
    { customerId, note, onDone },
    people,
  )
  return (
    <div className="note-editor">
      <Mentions
        aria-label={t('备注内容')}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={1000}
        value={text}
        onChange={setText}
        onSearch={setMentioned}
        notFoundContent={t('没有与“{text}”相符、能看到这个客户的同事', { text: mentioned })}
        placeholder={t('写下沟通的情况，输入 @ 提到同事')}
        options={people.map(({ id, name }) => ({ key: String(id), value: name, label: name }))}
      />
      <div className="note-acts">
        <Checkbox checked={complaint} onChange={({ target }) => setComplaint(target.checked)}>
          {t('这是投诉，计入流失风险')}
        </Checkbox>
        {note && <Button onClick={onDone}>{t('取消')}</Button>}
        <Button
          type={note ? 'primary' : 'default'}
          disabled={text.trim() === ''}
          loading={busy}
          onClick={send}
        >
          {note ? t('保存') : t('写备注')}
        </Button>
      </div>
    </div>
  )
}

function useNoteForm({ customerId, note, onDone }: EditorProps, people: { id: number; name: string }[]) {
  const { message } = App.useApp()
  const [text, setText] = useState(note?.text ?? '')
  const [complaint, setComplaint] = useState(note?.complaint ?? false)
  const done = () => {
    void message.success(note ? t('已保存') : t('已写下'))
    setText('')
    setComplaint(false)
    onDone()
  }
  const add = useAction(customerNotes.add, { onSuccess: done })
  const edit = useAction(customerNotes.edit, { onSuccess: done })
  const send = () => {
    const mentionable = [...people, ...(note?.mentions ?? [])]
    const written = { text: text.trim(), mentionIds: mentionedIn(text, mentionable), complaint }
    if (note) edit.mutate({ id: note.id, version: note.version, ...written })
    else add.mutate({ id: customerId, ...written })
  }
  return { text, setText, complaint, setComplaint, send, busy: add.isPending || edit.isPending }
}
