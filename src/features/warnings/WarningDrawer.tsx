import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { can, hideStoreSalary } from '#access/can.ts'
import { formatCount, formatRate } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { WarningPage } from './contract.ts'
import { warnings } from './contract.ts'
import { OtherStores } from './OtherStores.tsx'
import { RiskReasons } from './RiskReasons.tsx'
import { volumeNames } from './rules.ts'
import type { Act } from './WarningActs.tsx'
import { WarningActs } from './WarningActs.tsx'
import { WarningEvents } from './WarningEvents.tsx'
import { WarningLog } from './WarningLog.tsx'
import { WarningStores } from './WarningStores.tsx'
import { KindTag, RiskTag, WarningStatusTag } from './WarningTags.tsx'
import { WeekBars } from './WeekBars.tsx'
import { findingText, weekName } from './words.ts'
import './warnings.css'

interface Props {
  id: number
  onClose: () => void
}

/** One warning: what was found, the weeks around it, its stores, why the customer may leave, and what was done. */
export function WarningDrawer({ id, onClose }: Props) {
  const [act, setAct] = useState<Act | null>(null)
  const { data, error, refetch } = useCall(warnings.get, { id }, { skipErrorHandler: true })
  return (
    <Drawer
      open
      onClose={onClose}
      size={usePhone() ? '100%' : 720}
      placement={endSide()}
      title={data?.customerName ?? t('预警详情')}
      extra={data && <WarningStatusTag status={data.status} />}
      footer={data && <Acts page={data} onAct={setAct} />}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TextSkeleton rows={10} />}
      {data && <Parts page={data} />}
      {data && <WarningActs page={data} act={act} onClose={() => setAct(null)} />}
    </Drawer>
  )
}

function Acts({ page, onAct }: { page: WarningPage; onAct: (act: Act) => void }) {
  const user = useUser()
  const settled = page.status === 'resolved' || page.status === 'ignored'
  const losing = can(user, 'canUpdateCustomer') && page.churnRecordId === null
  return (
    <div className="warning-foot">
      {losing && <Button onClick={() => onAct('churn')}>{t('登记流失风险')}</Button>}
      <Button onClick={() => onAct('followUp')}>{t('安排跟进')}</Button>
      {!settled && (
        <>
          <Button onClick={() => onAct('ignore')}>{t('忽略')}</Button>
          <Button onClick={() => onAct('resolve')}>{t('标为已解决')}</Button>
          <Button type="primary" onClick={() => onAct('handle')}>
            {page.status === 'pending' ? t('开始处理') : t('补充说明')}
          </Button>
        </>
      )}
    </div>
  )
}

function Parts({ page }: { page: WarningPage }) {
  return (
    <div className="warning-parts">
      <section className="warning-part">
        <Facts columns={2} items={factsOf(page, hideStoreSalary(useUser()))} />
        <OtherStores count={page.otherStores} />
      </section>
      <section className="warning-part">
        <h3>{t('各周咨询量')}</h3>
        <WeekBars
          weeks={page.weeks}
          weekOn={page.weekOn}
          // The bars are of all stores: a line over some of them only would stand at a wrong height.
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

function factsOf(page: WarningPage, hidesMoney: boolean) {
  return [
    ...figureFacts(page),
    ...(hidesMoney ? [] : [{ label: t('超量金额'), value: <Money cents={page.overageCents ?? null} /> }]),
    { label: t('负责商务'), value: page.ownerName },
    { label: t('组长'), value: page.leaderNames.join(t('、')) },
    ...wayFacts(page),
  ]
}

/** What was found, and what it was measured by. */
function figureFacts(page: WarningPage) {
  const { baseline, comparedVolume, comparedStores, quota, quotaVolume } = page
  return [
    {
      label: t('预警'),
      value: (
        <>
          <KindTag kind={page.kind} level={page.level} /> {findingText(page)}
        </>
      ),
    },
    { label: t('周'), value: weekName(page.weekOn) },
    {
      label: t('与基线'),
      value:
        baseline !== null &&
        t('{now} / {baseline}（{n} 家店铺可比）', {
          now: formatCount(comparedVolume),
          baseline: formatCount(baseline),
          n: comparedStores,
        }),
    },
    {
      label: t('与含量'),
      value:
        quota !== null &&
        t('{now} / {quota}（{rate}）', {
          now: formatCount(quotaVolume),
          quota: formatCount(quota),
          rate: formatRate(page.useBp, 1),
        }),
    },
    {
      label: t('数据'),
      value: t('{n}/{all} 店天有数据', { n: page.reported, all: page.expected }),
    },
    { label: t('咨询量取自'), value: page.volumeOf.map((of) => t(volumeNames[of])).join(t('、')) },
  ]
}

/** Where to go from here: the customer's chart, its follow-ups, its churn record. */
function wayFacts(page: WarningPage) {
  const customer = `/customer-management/${page.customerId}`
  return [
    {
      label: t('客户资料'),
      value: <Link to={`${customer}?tab=volume`}>{t('每天的咨询量')}</Link>,
    },
    {
      label: t('跟进'),
      value: <Link to={`${customer}?tab=contact`}>{t('{n} 项待跟进', { n: page.openFollowUps })}</Link>,
    },
    ...(page.churnRecordId === null
      ? []
      : [
          {
            label: t('流失记录'),
            value: <Link to={`/customer-lost-record/${page.churnRecordId}`}>{t('查看未结束的记录')}</Link>,
          },
        ]),
  ]
}
