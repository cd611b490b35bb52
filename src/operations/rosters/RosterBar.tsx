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
import { importsOfStores, useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'

/** 按店铺: who serves each store. 按人: each person's shifts and stores. */
export type By = 'store' | 'person'

/** The selection of the page; stored in the query string. */
export interface Shown {
  monday: Day
  by: By
  headId: number | undefined
  /** Part of a store's name or code. */
  keyword: string
}

interface Props {
  shown: Shown
  /** Whether there are several teams to choose from. */
  choosesTeam: boolean
  /** State of the last edits; empty if there is nothing to report. */
  told: string
  onChange: (change: Partial<Shown>) => void
}

/** The toolbar of both views: selects the week, the view (by store or by person) and the team. */
export function RosterBar({ shown, choosesTeam, told, onChange }: Props) {
  const { monday, by, headId } = shown
  const imports = importsOfStores(useUser()).includes('assignment')
  return (
    <TouchSize>
      <div className="roster-bar" role="toolbar" aria-label={t('排班')}>
        <WeekStep monday={monday} onChange={(next) => onChange({ monday: next })} />
        <Segmented<By>
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
          {told}
        </span>
      </div>
    </TouchSize>
  )
}

function StoreSearch({ keyword, onChange }: Pick<Shown, 'keyword'> & Pick<Props, 'onChange'>) {
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
