import { sql } from 'kysely'
import { AppError } from './errors.ts'

/** For `set` of an update: increments the version of the row. */
export const nextVersion = { version: sql<number>`version + 1` }

/** Throws STALE, with the current record, unless the writer saw the current version. */
export function assertVersion<R extends { version: number }>(
  record: R,
  version: number,
  toOutput: (row: R) => unknown,
): void {
  if (!isCurrent(record, version)) throw staleError(toOutput(record))
}

/** Like `assertVersion`, if the current record needs another read; the read is done only for a stale write. */
export async function assertVersionLazy(
  record: { version: number },
  version: number,
  current: () => Promise<unknown>,
): Promise<void> {
  if (!isCurrent(record, version)) throw staleError(await current())
}

const isCurrent = (record: { version: number }, version: number) => record.version === version

/** The error of a write to a record that has changed since the writer saw it; `current` is the record now. */
export const staleError = (current: unknown) =>
  new AppError('STALE', '这条记录刚被别人修改过，您的修改没有保存。请载入最新内容后再改。', {
    data: { current },
  })

/** Removes undefined fields: a field that was not sent stays unchanged. */
export function definedOnly<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>
}
