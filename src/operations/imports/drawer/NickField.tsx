import { reachOf } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { useOptions } from '#kit/ui/useOptions.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { staff } from '#people/staff/contract.ts'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import type { Person } from './rules.ts'
import './FileList.css'

interface Props {
  nick: string
  person: Person | undefined
  onChange: (person: Person | null) => void
}

const QUERY = { purpose: 'agent' } as const

/** Selects the owner of a nick; optional. A user who reports only their own figures can select only themselves. */
export function NickField(props: Props) {
  const onlySelf = reachOf(useUser(), 'canReportWorklog') === 'own'
  return onlySelf ? <SelfSelect {...props} /> : <StaffSelect {...props} />
}

function StaffSelect({ nick, person, onChange }: Props) {
  const { options } = useOptions(staff.options, QUERY, '', [])
  return (
    <span className="import-field import-field-need">
      <StaffPicker
        {...QUERY}
        value={person?.id ?? null}
        name={person?.name ?? null}
        placeholder={t('选择客服')}
        aria-label={t('{nick} 是谁', { nick })}
        onChange={(id) =>
          onChange(id === undefined ? null : { id, name: options.find((one) => one.id === id)?.name ?? '' })
        }
      />
    </span>
  )
}

function SelfSelect({ nick, person, onChange }: Props) {
  const user = useUser()
  return (
    <span className="import-field import-field-need">
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
    </span>
  )
}
