import { t } from '#kit/text.ts'
import type { FileEntry } from './rules.ts'

/** Says until when the files can be confirmed, so that the user may leave; empty if none is stored yet. */
export function keptText(entries: readonly FileEntry[]): string {
  const days = entries.flatMap(({ phase, preview }) =>
    phase === 'read' && preview?.keptUntil ? [preview.keptUntil] : [],
  )
  const [first] = days.toSorted()
  return first ? t('可以先离开：文件保留到 {day}，不必重传', { day: first.slice(5) }) : ''
}
