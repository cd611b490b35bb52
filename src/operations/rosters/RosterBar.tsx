import { Button, Segmented } from 'antd'
// Imported separately: the whole `Input` also bundles text areas, passwords and code fields.
import Search from 'antd/es/input/Search.js'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { WeekStep } from '#kit/ui/WeekStep.tsx'
import { TeamPicker } from '#people/staff/ui/TeamPicker.tsx'
import { storeImports, useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'

/** 按店铺: who serves each store. 按人: each person's shifts and stores. */
export type RosterView = 'store' | 'person'

/** The selection of the page; stored in the query string. */
export interface RosterSelection {
  monday: Day
  by: RosterView
  headId: number | undefined
  /** Part of a store's name or code. */
  keyword: string
}

interface Props {
  shown: RosterSelection
  /** Whether there are several teams to choose from. */
  choosesTeam: boolean
  /** State of the last edits; empty if there is nothing to report. */
  status: string
  onChange: (change: Partial<RosterSelection>) => void
}

/** The toolbar of both views: selects the week, the view (by store or by person) and the team. */
export function RosterBar({ shown, choosesTeam, status, onChange }: Props) {
  const { monday, by, headId } = shown
  const imports = storeImports(useUser()).includes('assignment')
  return (
    <TouchSize>
      <div className="roster-bar" role="toolbar" aria-label={t('排班')}>
        <WeekStep monday={monday} onChange={(next) => onChange({ monday: next })} />
        <Segmented<RosterView>
          value={by}
          onChange={(next) => onChange({ by: next })}
          aria-label={t('按店铺或按人')}
          options={[
            { value: 'store', label: t('按店铺') },
            { value: 'person', label: t('按人') },
          ]}
        />
        {choosesTeam && <TeamPicker value={headId} onChange={(id) => onChange({ headId: id })} />}
        {by === 'store' && <StoreSearch {...shown} onChange={onChange} />}
        {by === 'store' && imports && <ImportAssignments />}
        <span className="roster-told" role="status">
          {status}
        </span>
      </div>
    </TouchSize>
  )
}

function StoreSearch({ keyword, onChange }: Pick<RosterSelection, 'keyword'> & Pick<Props, 'onChange'>) {
  return (
    <Search
      key={keyword}
      className="roster-search"
      defaultValue={keyword}
      allowClear
      placeholder={t('店铺名称或编号')}
      aria-label={t('店铺名称或编号')}
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
