import { Drawer } from 'antd'
import { isDay } from '#kit/calendar.ts'
import { formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { RecordLog } from '#kit/ui/RecordLog.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { type RosterAgent, rosters } from './contract.ts'

export interface RosterLogProps {
  agents: readonly RosterAgent[]
  /** The person whose log is open; undefined if the drawer is closed. */
  staffId: number | undefined
  onChoose: (staffId: number | undefined) => void
}

/** 改动记录: who changed which days of a person's roster, and when. */
export function RosterLog({ agents, staffId, onChoose }: RosterLogProps) {
  const { names } = useShifts()
  const named = agents.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Drawer
      open={staffId !== undefined}
      onClose={() => onChoose(undefined)}
      size="min(560px, 100vw)"
      placement={endSide()}
      title={t('排班的改动记录')}
    >
      {staffId !== undefined && (
        <div className="roster-log">
          {agents.length > 1 && (
            <LocalSelect
              none="fixed"
              aria-label={t('客服')}
              showSearch={{ optionFilterProp: 'label' }}
              options={named}
              value={staffId}
              onChange={onChoose}
            />
          )}
          <RecordLog
            key={staffId}
            endpoint={auditLogs.list}
            entity="roster"
            recordId={staffId}
            editedBy={rosters.plan}
            fieldName={(field) => (isDay(field) ? `${field} ${formatWeekday(field)}` : undefined)}
            fieldChoices={{ ...names, rest: '休息', leave: '请假' }}
            actions={{ plan: '填写排班', copy: '整周填入', clear: '清空一周' }}
          />
        </div>
      )}
    </Drawer>
  )
}
