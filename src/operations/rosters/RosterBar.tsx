import { Button, Segmented } from 'antd'
// Imported separately: the whole `Input` also bundles text areas, passwords and code fields.
import Search from 'antd/es/input/Search.js'
import { reachOf } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { WeekStep } from '#kit/ui/WeekStep.tsx'
import { TeamPicker } from '#people/staff/ui/TeamPicker.tsx'
import { storeImports, useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import { type RosterSelection, type RosterView, useChoosesTeam } from './selection.tsx'

interface Props {
  shown: RosterSelection
  /** State of the last edits; absent if nothing is edited here. */
  status?: string
  onChange: (change: Partial<RosterSelection>) => void
}

/** The toolbar of every view: selects the week, by store or by person, the team, and searches. */
export function RosterBar({ shown, status, onChange }: Props) {
  const { monday, by, headId, editing } = shown
  const user = useUser()
  const reach = reachOf(user, 'canAssignStore')
  const imports = storeImports(user).includes('assignment')
  return (
    <TouchSize>
      <div className="roster-bar" role="toolbar" aria-label={t('排班')}>
        <WeekStep monday={monday} onChange={(next) => onChange({ monday: next })} />
        <Segmented<RosterView>
          value={by}
          onChange={(next) => onChange({ by: next, keyword: '' })}
          aria-label={t('按店铺或按人')}
          options={[
            { value: 'store', label: t('按店铺') },
            { value: 'person', label: t('按人') },
          ]}
        />
        {useChoosesTeam() && <TeamPicker value={headId} onChange={(id) => onChange({ headId: id })} />}
        {!editing && reach !== 'own' && <NameSearch {...shown} onChange={onChange} />}
        {by === 'store' && imports && <ImportAssignments />}
        {status !== undefined && (
          <span className="roster-told" role="status">
            {status}
          </span>
        )}
      </div>
    </TouchSize>
  )
}

/** Explains the marks of the cells, below them. */
export function Legend() {
  return (
    <p className="roster-legend">
      <span className="slot slot-none">{t('无人')}</span>
      <span className="slot slot-proposed">{t('建议')}</span>
      <span>{t('还没有接受')}</span>
      <span>{t('替')}</span>
      <span>{t('已定的替班')}</span>
    </p>
  )
}

interface SearchProps extends Pick<RosterSelection, 'keyword' | 'by'>, Pick<Props, 'onChange'> {}

function NameSearch({ keyword, by, onChange }: SearchProps) {
  const words = by === 'store' ? t('店铺名称或编号') : t('姓名或工号')
  return (
    <Search
      key={`${by} ${keyword}`}
      className="roster-search"
      defaultValue={keyword}
      allowClear
      placeholder={words}
      aria-label={words}
      onSearch={(text) => onChange({ keyword: text.trim() })}
    />
  )
}

function ImportAssignments() {
  const importing = useRecordImport('assignment')
  return (
    <>
      <Button icon={<Icon name="upload" />} onClick={importing.action.onClick}>
        {t('导入分配')}
      </Button>
      {importing.window}
    </>
  )
}
