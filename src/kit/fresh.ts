import { AppError } from './errors.ts'

/** Throws STALE, with the current record, unless the writer saw the current version. */
export function assertFresh<R extends { version: number }>(
  standing: R,
  seen: number,
  present: (row: R) => unknown,
): void {
  if (!isSeen(standing, seen)) throw stale(present(standing))
}

/** Like `assertFresh`, if the current record needs another read; the read is done only for a stale write. */
export async function assertSeen(
  standing: { version: number },
  seen: number,
  current: () => Promise<unknown>,
): Promise<void> {
  if (!isSeen(standing, seen)) throw stale(await current())
}

const isSeen = (standing: { version: number }, seen: number) => standing.version === seen

const stale = (current: unknown) =>
  new AppError('STALE', '这条记录刚被别人修改过，您的修改没有保存。请载入最新内容后再改。', {
    data: { current },
  })

/** Removes undefined fields: a field that was not sent stays unchanged. */
export function sentOnly<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>
}
