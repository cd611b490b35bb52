import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { can, hideStoreSalary } from '#access/can.ts'
import { formatCount, formatInstantShort } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Change } from '#kit/ui/Change.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { RecordLog } from '#kit/ui/RecordLog.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { weekName } from './cellFormatters.ts'
import { type StoreLine, type WarningPage, warnings } from './contract.ts'
import { OtherStores } from './OtherStores.tsx'
import { RiskReasons } from './RiskReasons.tsx'
import { statusNames } from './rules.ts'
import { type WarningAction, WarningActionForm } from './WarningActionForm.tsx'
import { RiskTag, WarningStatusTag } from './WarningTags.tsx'
import { WeekBars } from './WeekBars.tsx'
import { warningFacts } from './warningFacts.tsx'
import './warnings.css'

interface Props {
  id: number
  onClose: () => void
}

/** A warning: the finding, the surrounding weeks, the stores, the reasons of the churn score, and the history. */
export function WarningDrawer({ id, onClose }: Props) {
  const [action, setAction] = useState<WarningAction | null>(null)
  const call = useCall(warnings.get, { id }, { messagePlace: 'inPage' })
  const { data } = call
  const { whyButton, whyDialog } = useAccessExplanation('warning', id, data?.companyCode)
  return (
    <Drawer
      open
      onClose={onClose}
      size={usePhone() ? '100%' : 720}
      placement={endSide()}
      title={data?.customerName ?? t('预警详情')}
      extra={data && <WarningStatusTag status={data.status} />}
      footer={data && <ActionButtons page={data} why={whyButton} onAction={setAction} />}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={10} />}>
        {(page) => <WarningSections page={page} />}
      </Loaded>
      {data && <WarningActionForm page={data} action={action} onClose={() => setAction(null)} />}
      {whyDialog}
    </Drawer>
  )
}

interface ActionButtonsProps {
  page: WarningPage
  why: ReactNode
  onAction: (act: WarningAction) => void
}

function ActionButtons({ page, why, onAction }: ActionButtonsProps) {
  const user = useUser()
  const settled = page.status === 'resolved' || page.status === 'ignored'
  const losing = can(user, 'canUpdateCustomer') && page.churnRecordId === null
  return (
    <div className="warning-foot">
      {why}
      {losing && <Button onClick={() => onAction('churn')}>{t('登记流失风险')}</Button>}
      <Button onClick={() => onAction('followUp')}>{t('安排跟进')}</Button>
      {!settled && (
        <>
          <Button onClick={() => onAction('ignore')}>{t('忽略')}</Button>
          <Button onClick={() => onAction('resolve')}>{t('标为已解决')}</Button>
          <Button type="primary" onClick={() => onAction('handle')}>
            {page.status === 'pending' ? t('开始处理') : t('补充说明')}
          </Button>
        </>
      )}
    </div>
  )
}

function WarningSections({ page }: { page: WarningPage }) {
  return (
    <div className="warning-parts">
      <section className="warning-part">
        <Facts columns={2} items={warningFacts(page, hideStoreSalary(useUser()))} />
        <OtherStores count={page.otherStores} />
      </section>
      <section className="warning-part">
        <h3>{t('各周咨询量')}</h3>
        <WeekBars
          weeks={page.weeks}
          weekOn={page.weekOn}
          // The bars include all stores: a baseline or quota of only some of them would have the wrong height.
          baseline={page.comparedVolume === page.volume ? page.baseline : null}
          quota={page.quotaVolume === page.volume ? page.quota : null}
        />
      </section>
      <section className="warning-part">
        <h3>{t('各店铺')}</h3>
        <WarningStores stores={page.stores} />
      </section>
      <section className="warning-part">
        <div className="warning-part-head">
          <h3>{t('流失风险的理由')}</h3>
          <RiskTag risk={page.risk} score={page.score} />
        </div>
        <RiskReasons parts={page.riskParts} score={page.score} />
      </section>
      <section className="warning-part">
        <h3>{t('处理经过')}</h3>
        <WarningEvents events={page.events} />
      </section>
      <WarningLog id={page.id} />
    </div>
  )
}

type Event = WarningPage['events'][number]

/** The history of a warning, newest first. */
function WarningEvents({ events }: { events: readonly Event[] }) {
  return (
    <ol className="warning-events">
      {[...events].reverse().map((event) => (
        <li key={`${event.at} ${event.status} ${event.note}`}>
          <time dateTime={event.at}>{formatInstantShort(event.at)}</time>
          <div>
            {eventText(event)}
            {event.note && <p>{event.note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function eventText({ byName, status, weekOn }: Event): string {
  if (byName !== null) return t('{name}：{status}', { name: byName, status: t(statusNames[status]) })
  if (weekOn === null) return t('系统检查后发出预警')
  return t('{week} 恢复正常，系统标为已解决', { week: weekName(weekOn) })
}

/** 操作日志 of a warning. */
function WarningLog({ id }: { id: number }) {
  return (
    <section className="warning-part">
      <h3>{t('操作日志')}</h3>
      <RecordLog
        endpoint={auditLogs.list}
        entity="warning"
        recordId={id}
        editedBy={warnings.handle}
        labels={{ status: t('状态'), handlerId: t('处理人') }}
        choices={{ status: statusNames }}
        actions={{ handling: '处理', resolved: '标为已解决', ignored: '忽略' }}
      />
    </section>
  )
}

/** A customer's stores in the week, each with its own baseline. */
function WarningStores({ stores }: { stores: readonly StoreLine[] }) {
  return (
    <ul className="warning-stores">
      <li className="warning-stores-head">
        <span>{t('店铺')}</span>
        <span>{t('当周')}</span>
        <span>{t('基线')}</span>
        <span>{t('较基线')}</span>
      </li>
      {stores.map((store) => (
        <li key={store.storeId}>
          <RecordLink to={`/store-management/${store.storeId}`}>{store.storeName}</RecordLink>
          <Volume {...store} />
          <span>{formatCount(store.baseline)}</span>
          <Change bp={store.changeBp} />
        </li>
      ))}
    </ul>
  )
}

/** The volume, with the number of missing days below it. */
function Volume({ volume, expected, reported }: StoreLine) {
  if (volume === null) return <span>{expected === 0 ? t('未服务') : t('缺数据')}</span>
  const lacking = expected - reported
  return (
    <span>
      {formatCount(volume)}
      {lacking > 0 && <small>{t('缺 {days} 天', { days: lacking })}</small>}
    </span>
  )
}
