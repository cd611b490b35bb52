import { Link } from 'react-router'
import { reasonNames } from '#clients/churn-records/rules.ts'
import { statusNames as customerStatusNames } from '#clients/customers/rules.ts'
import { platformNames, statusNames as storeStatusNames } from '#clients/stores/rules.ts'
import { formatCount, formatInstant, moneyFigure } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { DetailFigure } from '#kit/ui/detail/declare.tsx'
import type { Fact } from '#kit/ui/Facts.tsx'
import type { ChurnPage } from './contract.ts'

/** The key figures: days, tenure, lost fee and unpaid amount. */
export function recordFigures(page: ChurnPage): DetailFigure[] {
  const { status, detectedOn, stopOn, tenureDays, monthlyFeeCents, unpaidCents } = page
  const open = status === 'retaining'
  return [
    { name: t('发现日期'), value: detectedOn },
    { name: open ? t('预计停止') : t('最后服务日'), value: stopOn ?? '-' },
    ...(tenureDays === null ? [] : [{ name: t('服务天数'), value: formatCount(tenureDays), unit: t('天') }]),
    ...(open || monthlyFeeCents === undefined ? [] : [feeFigure(monthlyFeeCents)]),
    ...(unpaidCents ? [{ name: t('欠费'), ...moneyFigure(unpaidCents), tone: 'red' as const }] : []),
  ]
}

function feeFigure(cents: number | null): DetailFigure {
  if (cents === null) return { name: t('流失月费'), value: '-', note: t('没有计费条款') }
  return { name: t('流失月费'), ...moneyFigure(cents) }
}

/** Reason, notes, handler and origin of the record. */
export function recordFacts(page: ChurnPage): Fact[] {
  const { reason, note, closingNote, handlerName, createdByName, createdAt, takenOver } = page
  return [
    { label: t('流失原因'), value: reason && t(reasonNames[reason]) },
    { label: t('情况说明'), value: note },
    ...(closingNote ? [{ label: t('结束说明'), value: closingNote }] : []),
    { label: t('跟进人'), value: handlerName },
    { label: t('登记'), value: `${createdByName ?? t('系统')} ${formatInstant(createdAt)}` },
    ...(takenOver ? [{ label: t('来源'), value: t('期初导入：启用系统前已流失') }] : []),
  ]
}

/** The customer and store of the record, with links if the reader may open them. */
export function subjectFacts(page: ChurnPage): Fact[] {
  const { customerId, customerName, customerReadable, customerStatus, ownerName, leaderName } = page
  const customer = customerReadable ? (
    <Link to={`/customer-management/${customerId}`}>{customerName}</Link>
  ) : (
    customerName
  )
  return [
    { label: t('客户'), value: customer },
    { label: t('客户状态'), value: t(customerStatusNames[customerStatus]) },
    ...(page.storeId === null ? [] : storeFacts(page)),
    { label: t('负责商务'), value: ownerName },
    ...(page.storeId === null ? [] : [{ label: t('组长'), value: leaderName }]),
  ]
}

function storeFacts({ storeId, storeName, storeReadable, platform, stores }: ChurnPage): Fact[] {
  const status = stores[0]?.status
  const name = storeReadable ? <Link to={`/store-management/${storeId}`}>{storeName}</Link> : storeName
  return [
    { label: t('店铺'), value: name },
    { label: t('平台'), value: platform && t(platformNames[platform]) },
    ...(status ? [{ label: t('店铺状态'), value: t(storeStatusNames[status]) }] : []),
  ]
}
