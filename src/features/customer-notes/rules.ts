import { AppError, invalidField } from '#kit/errors.ts'

/** Throws INVALID unless all who are named may read the customer: nobody is called to a closed door. */
export function assertMentions(readers: readonly { id: number }[], mentionIds: readonly number[]): void {
  const known = new Set(readers.map(({ id }) => id))
  if (mentionIds.every((id) => known.has(id))) return
  throw invalidField('mentionIds', '只能提到能看到这位客户的在职同事，请重新选择。')
}

/** Throws FORBIDDEN unless the note is the person's own. */
export function assertAuthor(note: { createdBy: number }, actorId: number): void {
  if (note.createdBy === actorId) return
  throw new AppError('FORBIDDEN', '只能修改自己写的备注；需要补充时，请另写一条。')
}
