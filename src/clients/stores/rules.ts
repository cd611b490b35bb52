import { type Actor, can, hideStoreSalary } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Day } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'

export const platformNames = {
  taobao: '淘宝',
  tmall: '天猫',
  jd: '京东',
  pdd: '拼多多',
  douyin: '抖音',
  kuaishou: '快手',
  xiaohongshu: '小红书',
  1688: '1688',
  vip: '唯品会',
  other: '其他',
} as const
export const statusNames = {
  pending: '待上线',
  trial: '试单',
  serving: '服务中',
  paused: '暂停',
  stopped: '已停止',
} as const
export const serviceTypeNames = {
  presale: '售前',
  aftersale: '售后',
  full: '全包',
  night: '夜班',
  promotion: '大促',
} as const
export const seatNames = { dedicated: '专席', shared: '共享' } as const

export const statusTones = {
  pending: 'orange',
  trial: 'blue',
  serving: 'green',
  paused: 'orange',
  stopped: 'grey',
} as const

/** Whether yesterday's figures are expected but missing: that is 缺数据, never 0. */
export function lacksYesterday(store: { status: string; yesterdayVolume: number | null }): boolean {
  const expected = store.status === 'serving' || store.status === 'trial'
  return expected && store.yesterdayVolume === null
}

export const conflicts: Conflicts = {
  store_name_key: { field: 'name', message: '该平台上已有同名店铺，请核对后换一个名称。' },
  store_shop_id_key: { field: 'platformShopId', message: '该平台店铺 ID 已登记在另一家店铺名下。' },
}

/** Throws FORBIDDEN if a user who may not see bills filters stores by them. */
export function assertMayFilterUnbilled(actor: Actor, unbilled: string | undefined): void {
  if (unbilled && !can(actor, 'canChargeCustomer')) {
    throw new AppError('FORBIDDEN', '只有可以收款的人能按账单筛选。')
  }
}

/** Throws FORBIDDEN if a user from whom prices are hidden filters stores by them. */
export function assertMayFilterByPrice(actor: Actor, price: string | undefined): void {
  if (price && hideStoreSalary(actor)) {
    throw new AppError('FORBIDDEN', '只有可以看计费方式的人能按它筛选。')
  }
}

/** 未定价: the store is billed, but no price applies today. False also for users from whom prices are hidden. */
export function lacksPrice(store: { status: string; pricingModel?: string | null | undefined }): boolean {
  return (store.status === 'serving' || store.status === 'paused') && store.pricingModel === null
}

/** Throws INVALID if a day that the status requires is missing. */
export function assertDays(store: {
  status: string
  trialOn?: string | null | undefined
  onlineOn?: string | null | undefined
}): void {
  if (store.status === 'trial' && !store.trialOn) {
    throw invalidField('trialOn', '试单的店铺需要试单日期。')
  }
  const hasBegun = store.status === 'serving' || store.status === 'paused'
  if (hasBegun && !store.onlineOn) {
    throw invalidField('onlineOn', '服务中和暂停的店铺需要上线日期。')
  }
}

interface Identity {
  customerId: number
  platform: string
}

/** Throws WRONG_STATE if customer or platform change after the service has begun: figures and bills depend on both. */
export function assertIdentityUnchanged(before: Identity & { status: string }, after: Identity): void {
  const moved = before.customerId !== after.customerId || before.platform !== after.platform
  if (moved && before.status !== 'pending') {
    throw new AppError('WRONG_STATE', '店铺已开始服务，客户和平台不能再改；如登记有误，请新建店铺。')
  }
}

/** The fields of a customer that `assertCustomer` checks. */
export interface CustomerFacts {
  companyCode: string
  status: string
}

/** Throws INVALID unless the customer is within the actor's reach and belongs to the store's company. */
export function assertCustomerFound(
  customer: CustomerFacts | undefined,
  companyCode = customer?.companyCode,
): asserts customer is CustomerFacts {
  if (!customer || customer.companyCode !== companyCode)
    throw invalidField('customerId', '客户不存在，或不在您可见的范围内。')
}

/** Throws INVALID if the customer is lost. */
export function assertNotLost(customer: CustomerFacts): void {
  if (customer.status === 'churned') throw invalidField('customerId', '该客户已流失，不能再登记店铺。')
}

/** Throws INVALID unless the customer is within the actor's reach, not lost, and belongs to the store's company. */
export function assertCustomer(
  customer: CustomerFacts | undefined,
  companyCode = customer?.companyCode,
): asserts customer is CustomerFacts {
  assertCustomerFound(customer, companyCode)
  assertNotLost(customer)
}

/** The fields of a person that `assertLeader` checks. */
export interface LeaderFacts {
  role: number
  parentId: number | null
  companyCode: string
  status: string
}

/** Throws INVALID unless the leader is an active head of the store's company. */
export function assertLeader(leader: LeaderFacts | undefined, companyCode: string): void {
  const isHead = leader?.role === ROLES.agent && leader.parentId === null && leader.status === 'active'
  if (!isHead || leader.companyCode !== companyCode) {
    throw invalidField('leaderId', '请选择本公司在职的组长。')
  }
}

export const modelNames = {
  fixed: '固定月费',
  tier: '按量分档',
  included: '包量 + 超量',
  commission: '底薪 + 提成',
  daily: '按天',
  hourly: '按小时',
} as const

/**
 * Filters the days on which a store was served, in state 服务中; of two states on the same day the later one counts. Days
 * and states are sorted.
 */
export function servedDays(days: readonly Day[], states: readonly { fromOn: Day; status: string }[]): Day[] {
  let at = -1
  return days.filter((day) => {
    for (let next = states[at + 1]; next && next.fromOn <= day; next = states[at + 1]) at += 1
    return states[at]?.status === 'serving'
  })
}

/** Groups the days by the terms in effect, both sorted. Days before the first terms are dropped. */
export function daysUnderTerms<T extends { fromOn: Day }>(
  days: readonly Day[],
  terms: readonly T[],
): { terms: T; days: Day[] }[] {
  return terms
    .map((one, index) => {
      const next = terms[index + 1]?.fromOn
      return { terms: one, days: days.filter((day) => day >= one.fromOn && (!next || day < next)) }
    })
    .filter((stretch) => stretch.days.length > 0)
}

/** Throws WRONG_STATE if the customer is lost: it must not get a live store. */
export function assertCustomerNotChurned(customer: { status: string }): void {
  if (customer.status === 'churned') {
    throw new AppError('WRONG_STATE', '该客户已流失，请先在客户的流失记录里召回客户。')
  }
}

/** Throws WRONG_STATE or INVALID unless the store can return to service on that day. */
export function assertRestorable(
  store: { status: string; stoppedOn: Day | null },
  customer: { status: string },
  on: Day,
): void {
  if (store.status !== 'stopped') throw new AppError('WRONG_STATE', '店铺没有停止服务，不需要恢复。')
  if (store.stoppedOn && on < store.stoppedOn) {
    throw invalidField('on', '恢复日期不能早于停止日期 {day}。', { day: store.stoppedOn })
  }
  assertCustomerNotChurned(customer)
}
