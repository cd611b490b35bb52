import { Link } from 'react-router'
import { type Actor, can } from '#access/can.ts'
import type { Store } from '#clients/stores/contract.ts'
import {
  lacksPrice,
  lacksYesterday,
  modelNames,
  platformNames,
  seatNames,
  serviceTypeNames,
} from '#clients/stores/rules.ts'
import { YesterdayVolume } from '#clients/stores/YesterdayVolume.tsx'
import { dayOf } from '#kit/calendar.ts'
import { formatInstant, formatMoney, formatRate, formatText } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Copyable } from '#kit/ui/Copyable.tsx'
import { deadlineText } from '#kit/ui/Deadline.tsx'
import { Duration } from '#kit/ui/Duration.tsx'
import type { DetailFigure } from '#kit/ui/detail/declare.tsx'
import type { Fact } from '#kit/ui/Facts.tsx'
import type { Shifts } from '#people/shifts/ui/useShifts.tsx'
import { UnpricedTag } from './UnpricedTag.tsx'

/** The key figures of a store. */
export function storeFigures(store: Store): DetailFigure[] {
  return [
    {
      name: t('昨日咨询'),
      value: <YesterdayVolume store={store} unit={t('人')} />,
      note: lacksYesterday(store) && t('导入昨天的平台文件后显示'),
    },
    { name: t('今日客服'), value: store.agents.length, unit: t('人'), note: store.agents.join(t('、')) },
    { name: t('目标回复率'), value: formatRate(store.targetReplyRateBp) },
    {
      name: t('合同到期'),
      value: store.contractEndOn ?? '-',
      note: deadlineText(store.contractEndOn),
      tone: 'orange',
    },
  ]
}

/** Customer, people in charge, platform and address. */
export function identityFacts(store: Store, user: Actor, companyName: string | undefined): Fact[] {
  const customer = can(user, 'canReadCustomer') ? (
    <Link to={`/customer-management/${store.customerId}`}>{store.customerName}</Link>
  ) : (
    store.customerName
  )
  return [
    { label: t('客户'), value: customer },
    ...(companyName ? [{ label: t('公司'), value: companyName }] : []),
    { label: t('负责商务'), value: store.ownerName },
    { label: t('负责组长'), value: store.leaderName },
    { label: t('平台'), value: t(platformNames[store.platform]) },
    { label: t('店铺 ID'), value: <Copyable text={store.platformShopId} /> },
    { label: t('网址'), value: store.url && <WebAddress url={store.url} /> },
    { label: t('类目'), value: store.category },
  ]
}

function WebAddress({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  )
}

/** Service hours, targets, days and salary. */
export function serviceFacts(store: Store, shifts: Shifts): Fact[] {
  const today = dayOf(new Date())
  const names = store.shifts.map((code) => shifts.nameOf(code, today, store.companyCode))
  return [
    { label: t('服务类型'), value: words(store.serviceTypes, serviceTypeNames) },
    { label: t('服务时间'), value: store.serviceHours },
    { label: t('班次'), value: formatText(names) },
    { label: t('坐席'), value: t(seatNames[store.seat]) },
    { label: t('目标首响'), value: <Duration seconds={store.targetFirstResponseS} /> },
    { label: t('目标平均响应'), value: <Duration seconds={store.targetAverageResponseS} /> },
    { label: t('试单日期'), value: store.trialOn },
    { label: t('上线日期'), value: store.onlineOn },
    ...(store.stoppedOn ? [{ label: t('停止日期'), value: store.stoppedOn }] : []),
    ...pricingFact(store),
    ...salaryFact(store),
    { label: t('备注'), value: store.remark },
    { label: t('创建时间'), value: formatInstant(store.createdAt) },
  ]
}

/** Empty if the response contains no pricing model, because it is hidden from the user. */
function pricingFact(store: Store): Fact[] {
  const { pricingModel } = store
  if (pricingModel === undefined) return []
  const unpriced = lacksPrice(store) ? <UnpricedTag store={store} /> : null
  return [{ label: t('计费方式'), value: pricingModel === null ? unpriced : t(modelNames[pricingModel]) }]
}

/** Empty if the response contains no salary, because it is hidden from the user. */
function salaryFact({ storeSalaryCents }: Store): Fact[] {
  if (storeSalaryCents === undefined) return []
  return [{ label: t('店铺工资'), value: storeSalaryCents === null ? null : formatMoney(storeSalaryCents) }]
}

function words<K extends string>(keys: readonly K[], names: Record<K, string>): string {
  return formatText(keys.map((key) => t(names[key])))
}
