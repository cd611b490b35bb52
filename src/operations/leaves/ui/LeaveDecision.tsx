import { Drawer } from 'antd'
import { useState } from 'react'
import { formatInstantShort } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { RecordLog } from '#kit/ui/RecordLog.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { type LeavePage, leaves, type OpenPost } from '#operations/leaves/contract.ts'
import { lengthText, spanText } from '#operations/leaves/leaveTexts.ts'
import { leaveKindNames, leaveStatusNames, leaveStatusTones } from '#operations/leaves/rules.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { LeaveActions } from './LeaveActions.tsx'
import { LeavePapers } from './LeavePapers.tsx'
import { OpenPosts, postKey, type StandInChoices } from './OpenPosts.tsx'
import './leaves.css'

export interface LeaveDecisionProps {
  /** The leave to show; null if the drawer is closed. */
  leaveId: number | null
  onClose: () => void
}

/**
 * A leave: what was asked, what was decided, the uncovered stores with proposed stand-ins, and what the reader may do
 * about it. The applicant sees it without the proposals.
 */
export function LeaveDecision({ leaveId, onClose }: LeaveDecisionProps) {
  const [choices, setChoices] = useState<StandInChoices>({})
  const id = leaveId ?? 0
  const call = useCall(leaves.get, { id }, { enabled: leaveId !== null, messagePlace: 'inPage' })
  const leave = leaveId === null ? undefined : call.data
  const decides = leave !== undefined && (leave.mayDecide || leave.mayNameStandIns)
  const posts = useCall(leaves.openPosts, { id }, { enabled: decides, messagePlace: 'inPage' })
  return (
    <TouchSize>
      <Drawer
        open={leaveId !== null}
        onClose={onClose}
        size="min(640px, 100vw)"
        placement={endSide()}
        title={leave ? t('{name}的请假', { name: leave.staffName }) : t('请假')}
        extra={leave && <LeaveTag status={leave.status} />}
        footer={
          leave && (
            <LeaveActions
              key={`${leave.id} ${leave.version}`}
              leave={leave}
              posts={decides ? (posts.data ?? []) : []}
              choices={choices}
              loading={decides && !posts.data}
              onClose={onClose}
            />
          )
        }
      >
        <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
          {(page) => (
            <div className="leave-view">
              <LeaveFacts leave={page} />
              <LeavePapers leave={page} />
              <NamedStandIns leave={page} />
              {decides && (
                <Loaded call={posts} skeleton={<TextSkeleton rows={3} />}>
                  {(open) => (
                    <PostsSection
                      leave={page}
                      posts={open}
                      choices={choices}
                      onChoose={(key, staffId) => setChoices((now) => ({ ...now, [key]: staffId }))}
                    />
                  )}
                </Loaded>
              )}
              <LeaveLog id={page.id} />
            </div>
          )}
        </Loaded>
      </Drawer>
    </TouchSize>
  )
}

export function LeaveTag({ status }: { status: LeavePage['status'] }) {
  return <StatusTag tone={leaveStatusTones[status]} label={t(leaveStatusNames[status])} />
}

function LeaveFacts({ leave }: { leave: LeavePage }) {
  const { kind, halfDays, restDays, reason, createdAt, headName, decidedAt, decidedByName, decisionNote } =
    leave
  return (
    <section>
      {decisionNote && (
        <p className="leave-note">
          {t('{name}没有同意：{note}', { name: decidedByName ?? '', note: decisionNote })}
        </p>
      )}
      <Facts
        items={[
          {
            label: t('请假类型'),
            value: leave.paid
              ? t(leaveKindNames[kind])
              : t('{kind}，不计薪', { kind: t(leaveKindNames[kind]) }),
          },
          { label: t('时间'), value: spanText(leave) },
          { label: t('时长'), value: lengthText(halfDays, restDays) },
          { label: t('原因'), value: <span className="leave-words">{reason}</span> },
          { label: t('申请时间'), value: formatInstantShort(createdAt) },
          {
            label: t('审批'),
            value: decidedAt
              ? t('{name} {time}', { name: decidedByName ?? '', time: formatInstantShort(decidedAt) })
              : t('等{name}审批', { name: headName ?? t('管理员') }),
          },
        ]}
      />
    </section>
  )
}

/** The people who stand in, as they were named. */
function NamedStandIns({ leave: { standIns } }: { leave: LeavePage }) {
  const { nameOf } = useShifts()
  if (standIns.length === 0) return null
  return (
    <section>
      <h3>{t('替班')}</h3>
      <ul className="leave-posts">
        {standIns.map(({ storeId, storeName, shift, staffId, staffName }) => (
          <li key={`${storeId} ${shift} ${staffId}`}>
            <div className="leave-post-name">
              <strong>{t('{store} {shift}', { store: storeName, shift: nameOf(shift) })}</strong>
            </div>
            <span>{t('{name}替', { name: staffName })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PostsSectionProps {
  leave: LeavePage
  posts: readonly OpenPost[]
  choices: StandInChoices
  onChoose: (key: string, staffId: number | null) => void
}

function PostsSection({ leave, posts, choices, onChoose }: PostsSectionProps) {
  if (posts.length === 0) {
    return (
      <p className="leave-quiet">
        {leave.standIns.length > 0 ? t('都有人替班了') : t('这段时间没有店铺因此空着')}
      </p>
    )
  }
  const days = new Set(posts.flatMap((post) => post.days)).size
  return (
    <section>
      <h3>
        {t('空出来的班')}
        <small>{t('{n} 家店的班，共 {days} 天', { n: new Set(posts.map(postKey)).size, days })}</small>
      </h3>
      <OpenPosts posts={posts} choices={choices} onChoose={onChoose} />
    </section>
  )
}

function LeaveLog({ id }: { id: number }) {
  return (
    <section>
      <h3>{t('操作日志')}</h3>
      <RecordLog
        endpoint={auditLogs.list}
        entity="leave"
        recordId={id}
        editedBy={leaves.request}
        labels={{
          status: t('状态'),
          note: t('原因'),
          fromNoon: t('从中午开始'),
          toNoon: t('到中午为止'),
          standIns: t('替班人数'),
          attachment: t('证明'),
        }}
        choices={{ status: leaveStatusNames, kind: leaveKindNames }}
        actions={{
          attach: '上传证明',
          detach: '删去证明',
          approve: '同意',
          refuse: '不同意',
          withdraw: '撤回',
          'stand-ins': '指定替班',
        }}
      />
    </section>
  )
}
