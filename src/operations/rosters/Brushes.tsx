import { t } from '#kit/text.ts'
import type { RosterEntry } from './contract.ts'
import { EntryMarks } from './EntryMark.tsx'
import { entryNames } from './rules.ts'
import type { Brush } from './usePainting.tsx'
import { numberKeyOf } from './week.ts'

interface Props {
  brush: Brush | null
  onSelect: (brush: Brush | null) => void
}

/** The shifts to paint into the week with the mouse. The number next to each is its key on the keyboard. */
export function Brushes({ brush, onSelect }: Props) {
  const toggle = (next: Brush) => onSelect(brush === next ? null : next)
  return (
    <div className="roster-brushes" role="toolbar" aria-label={t('班次画笔')}>
      {(Object.keys(entryNames) as RosterEntry[]).map((entry) => (
        <button key={entry} type="button" aria-pressed={brush === entry} onClick={() => toggle(entry)}>
          <EntryMarks entries={[entry]} />
          {t(entryNames[entry])}
          <kbd>{numberKeyOf(entry)}</kbd>
        </button>
      ))}
      <button type="button" aria-pressed={brush === 'clear'} onClick={() => toggle('clear')}>
        {t('清除')}
        <kbd>Del</kbd>
      </button>
      <span className="roster-hint">
        {brush
          ? t('在表格里点一下或拖动来填，按 Esc 放下画笔')
          : t('选一个班次后在表格里拖动来填；或直接在格子里输入数字，两个班次如 13')}
      </span>
    </div>
  )
}
