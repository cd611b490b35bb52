import { AppError, invalidField } from '#kit/errors.ts'
import type { NewNotice } from '#platform/notices/queries.ts'

/** Throws INVALID unless every mentioned person may read the customer. */
export function assertMentions(readers: readonly { id: number }[], mentionIds: readonly number[]): void {
  const readerIds = new Set(readers.map(({ id }) => id))
  if (mentionIds.every((id) => readerIds.has(id))) return
  throw invalidField('mentionIds', '只能提到能看到这位客户的在职同事，请重新选择。')
}

/** Throws FORBIDDEN unless the actor wrote the note. */
export function assertAuthor(note: { createdBy: number }, actorId: number): void {
  if (note.createdBy === actorId) return
  throw new AppError('FORBIDDEN', '只能修改自己写的备注；需要补充时，请另写一条。')
}

/** The number of characters of a note that a notice contains. */
const NOTICE_LENGTH = 120

interface NotedMention {
  id: number
  companyCode: string
  customerId: number
  customerName: string
  text: string
}

/**
 * The notices for the people whom a note mentions, except its author. The dedupe key limits them to one per person and
 * note, so that an edit does not notify again.
 */
export function mentionNotices(
  note: NotedMention,
  staffIds: readonly number[],
  author: { id: number; name: string },
  at: Date,
): NewNotice[] {
  return staffIds
    .filter((staffId) => staffId !== author.id)
    .map((staffId) => ({
      companyCode: note.companyCode,
      staffId,
      kind: 'mention',
      at,
      title: {
        sentence: '{name}在「{customer}」的备注里提到您',
        values: { name: author.name, customer: note.customerName },
      },
      text: { sentence: '{text}', values: { text: note.text.slice(0, NOTICE_LENGTH) } },
      link: `/customer-management/${note.customerId}?tab=contact`,
      dedupeKey: String(note.id),
    }))
}

/** Returns the ids of the people whose @姓名 is in the text, each once. */
export function mentionedIn(text: string, people: readonly { id: number; name: string }[]): number[] {
  return [...new Set(people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id))]
}

export interface TextPart {
  at: number
  text: string
  isName: boolean
}

/** Splits a note into mentions (@姓名 of these people) and the text between them. The longest matching name wins. */
export function splitMentions(text: string, names: readonly string[]): TextPart[] {
  const marks = names.map((name) => `@${name}`).sort((a, b) => b.length - a.length)
  const parts: TextPart[] = []
  let plain = 0
  for (let at = 0; at < text.length; ) {
    const mark = marks.find((one) => text.startsWith(one, at))
    if (!mark) {
      at += 1
      continue
    }
    if (at > plain) parts.push({ at: plain, text: text.slice(plain, at), isName: false })
    parts.push({ at, text: mark, isName: true })
    at += mark.length
    plain = at
  }
  if (plain < text.length) parts.push({ at: plain, text: text.slice(plain), isName: false })
  return parts
}
