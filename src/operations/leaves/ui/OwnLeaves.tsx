import { Link } from 'react-router'
import type { Day } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { leaves } from '#operations/leaves/contract.ts'
import { spanText } from '#operations/leaves/leaveTexts.ts'
import { leaveKindNames, leaveStatusNames, leaveStatusTones } from '#operations/leaves/rules.ts'
import './ownLeaves.css'

/** How many of the coming leaves are listed. */
const SHOWN = 3

/** 请假: the user's own leaves from today on, and the way to ask for one. */
export function OwnLeaves({ today }: { today: Day }) {
  const { id } = useUser()
  const call = useCall(
    leaves.list,
    { staffId: [id], status: ['requested', 'approved'], since: today, sort: 'fromOn', pageSize: SHOWN },
    { messagePlace: 'inPage' },
  )
  return (
    <Panel title={t('请假')} actions={<Link to="/store-worklog/leaves?new=1">{t('申请')}</Link>}>
      <Loaded call={call} skeleton={<TextSkeleton rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="leave-coming-none">{t('今天起没有请假')}</p>
          ) : (
            <ul className="leave-coming">
              {items.map((leave) => (
                <li key={leave.id}>
                  <Link to={`/store-worklog/leaves?status=&leave=${leave.id}`}>{spanText(leave)}</Link>
                  <small>{t(leaveKindNames[leave.kind])}</small>
                  <StatusTag
                    tone={leaveStatusTones[leave.status]}
                    label={t(leaveStatusNames[leave.status])}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
