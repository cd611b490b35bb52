import { reachOf } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import type { Person } from './rules.ts'
import './FileList.css'

interface Props {
  nick: string
  person: Person | undefined
  onChange: (person: Person | null) => void
  /** The user decides later: the field is not marked as needed. */
  later?: boolean
}

/** Selects the owner of a nick; optional. A user who reports only their own figures can select only themselves. */
export function NickField(props: Props) {
  const onlySelf = reachOf(useUser(), 'canReportWorklog') === 'own'
  const isNeeded = !props.person && !props.later
  return (
    <span className={isNeeded ? 'import-field import-field-need' : 'import-field'}>
      {onlySelf ? <SelfSelect {...props} /> : <StaffSelect {...props} />}
    </span>
  )
}

function StaffSelect({ nick, person, onChange }: Props) {
  return (
    <StaffPicker
      purpose="agent"
      value={person?.id ?? null}
      name={person?.name ?? null}
      placeholder={t('选择客服')}
      aria-label={t('{nick} 是谁', { nick })}
      onChange={(id, name = '') => onChange(id === undefined ? null : { id, name })}
    />
  )
}

function SelfSelect({ nick, person, onChange }: Props) {
  const user = useUser()
  return (
    <LocalSelect
      none="fixed"
      className="wide-control"
      allowClear
      value={person?.id ?? null}
      options={[{ value: user.id, label: t('{name}（我）', { name: user.name }) }]}
      placeholder={t('选择客服')}
      aria-label={t('{nick} 是谁', { nick })}
      onChange={(id) => onChange(id ? { id: user.id, name: user.name } : null)}
    />
  )
}
