import { Fragment } from 'react'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { CustomerNote } from './contract.ts'
import { splitMentions } from './rules.ts'

interface Props {
  note: CustomerNote
  onEdit: () => void
  onLog: () => void
}

/** One note with highlighted mentions. Its log shows the earlier versions. */
export function NoteItem({ note, onEdit, onLog }: Props) {
  const isAuthor = note.createdBy === useUser().id
  const names = note.mentions.map(({ name }) => name)
  return (
    <li>
      <div className="note-who">
        <b>{note.createdByName}</b>
        <time dateTime={note.createdAt}>{formatInstant(note.createdAt)}</time>
        {note.complaint && <StatusTag tone="red" label={t('投诉')} />}
        {note.version > 1 && note.updatedAt !== note.createdAt && (
          <button type="button" className="link-button" onClick={onLog}>
            {t('修改过')}
          </button>
        )}
        {isAuthor && (
          <button type="button" className="link-button" onClick={onEdit}>
            {t('修改')}
          </button>
        )}
      </div>
      <p>
        {splitMentions(note.text, names).map((part) => (
          <Fragment key={part.at}>{part.isName ? <mark>{part.text}</mark> : part.text}</Fragment>
        ))}
      </p>
    </li>
  )
}
