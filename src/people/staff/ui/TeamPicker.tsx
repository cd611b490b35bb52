import { t } from '#kit/text.ts'
import { OptionPicker } from '#kit/ui/OptionPicker.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import './TeamPicker.css'

const LEADERS = { purpose: 'leader' }

interface Props {
  /** The head of the chosen team; undefined for all teams. */
  value: number | undefined
  onChange: (headId: number | undefined) => void
}

/** Chooses the team of a plan or calendar, for users who see several teams. */
export function TeamPicker({ value, onChange }: Props) {
  return (
    <div className="team-picker">
      <OptionPicker
        endpoint={staffOptions}
        query={LEADERS}
        placeholder={t('全部小组')}
        aria-label={t('小组')}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
