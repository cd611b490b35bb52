import { Button, Input, Segmented } from 'antd'
import { useRecordImport } from '#features/record-imports/RecordImportPicker.tsx'
import { TeamPicker } from '#features/staff/TeamPicker.tsx'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { WeekStep } from '#kit/ui/WeekStep.tsx'
import type { By } from './week.ts'

/** What the board shows, as it stands in the address. */
export interface Shown {
  monday: Day
  by: By
  headId: number | undefined
  keyword: string
}

interface Props {
  shown: Shown
  /** Whether there are several teams to choose from. */
  choosesTeam: boolean
  onChange: (change: Partial<Shown>) => void
  /** Whether assignments may be brought in by a sheet. */
  imports: boolean
}

/** The bar over the board: which week, rows by what, which team. */
export function BoardBar({ shown, choosesTeam, onChange, imports }: Props) {
  const { monday, by, headId, keyword } = shown
  return (
    <TouchSize>
      <div className="board-bar-top" role="toolbar" aria-label={t('排班表')}>
        <WeekStep monday={monday} onChange={(next) => onChange({ monday: next })} />
        <Segmented<By>
          value={by}
          onChange={(next) => onChange({ by: next })}
          aria-label={t('按店铺或按客服')}
          options={[
            { value: 'store', label: t('按店铺') },
            { value: 'agent', label: t('按客服') },
          ]}
        />
        {choosesTeam && <TeamPicker value={headId} onChange={(id) => onChange({ headId: id })} />}
        <Input.Search
          key={keyword}
          className="board-search"
          defaultValue={keyword}
          allowClear
          placeholder={t('店铺名称或编号')}
          aria-label={t('店铺名称或编号')}
          onSearch={(text) => onChange({ keyword: text.trim() })}
        />
        {imports && <ImportAssignments />}
      </div>
    </TouchSize>
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
