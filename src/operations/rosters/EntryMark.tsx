import { t } from '#kit/text.ts'
import type { RosterEntry } from './contract.ts'
import { entryMarks, entryNames } from './rules.ts'

interface Props {
  entries: readonly RosterEntry[]
  /** Not planned, but expected by the store assignments. */
  assumed?: boolean
}

/** A day's entries as marks: colour and word say the same. */
export function EntryMarks({ entries, assumed }: Props) {
  return entries.map((entry) => (
    <span
      key={entry}
      className={assumed ? 'roster-mark roster-assumed' : `roster-mark roster-${entry}`}
      title={
        assumed ? t('未排班，按店铺分配应上{shift}', { shift: t(entryNames[entry]) }) : t(entryNames[entry])
      }
    >
      {t(entryMarks[entry])}
    </span>
  ))
}
