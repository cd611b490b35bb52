import { t } from '#kit/text.ts'
import type { RosterEntry } from './contract.ts'
import type { EntryChoices } from './entries.ts'

interface Props {
  choices: EntryChoices
  entries: readonly RosterEntry[]
  /** The entries are not planned, but expected from the store assignments. */
  assumed?: boolean
}

/** A day's entries as marks. Each mark has a text in addition to its colour. */
export function EntryMarks({ choices, entries, assumed }: Props) {
  return entries.map((entry) => (
    <span
      key={entry}
      className={`shift-mark ${assumed ? 'roster-assumed' : choices.of(entry).className}`}
      title={
        assumed
          ? t('未排班，按店铺分配应上{shift}', { shift: choices.of(entry).name })
          : choices.of(entry).name
      }
    >
      {choices.of(entry).mark}
    </span>
  ))
}
