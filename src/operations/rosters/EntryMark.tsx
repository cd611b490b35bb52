import { t } from '#kit/text.ts'
import type { RosterEntry } from './contract.ts'
import { entryMarks, entryNames } from './rules.ts'

interface Props {
  entries: readonly RosterEntry[]
  /** The entries are not planned, but expected from the store assignments. */
  assumed?: boolean
}

/** A day's entries as marks. Each mark has a text in addition to its colour. */
export function EntryMarks({ entries, assumed }: Props) {
  return entries.map((entry) => (
    <span
      key={entry}
      className={assumed ? 'roster-mark roster-assumed' : `roster-mark roster-${entry}`}
      title={
        assumed
          ? t('未排班，按店铺分配应上{shift}', { shift: t(entryNames[entry] ?? entry) })
          : t(entryNames[entry] ?? entry)
      }
    >
      {t(entryMarks[entry] ?? entry)}
    </span>
  ))
}
