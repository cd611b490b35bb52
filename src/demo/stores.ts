import { addDays, dayOf, monthOf } from '#kit/calendar.ts'
import { searchForms } from '#kit/pinyin.ts'
import type { DemoCustomer } from './customers.ts'
import { beginningOf, bookedFrom, endingOfStore } from './endings.ts'
import { type Random, random } from './random.ts'

export type Platform =
  | 'taobao'
  | 'tmall'
  | 'jd'
  | 'pdd'
  | 'douyin'
  | 'kuaishou'
  | 'xiaohongshu'
  | '1688'
  | 'vip'
  | 'other'

/** A store with the fields that the figures need. First and last days are inclusive. */
export interface DemoStore {
  id: number
  companyCode: string
  customer: DemoCustomer
  platform: Platform
  name: string
  status: 'pending' | 'trial' | 'serving' | 'paused' | 'stopped'
  trialOn: string | null
  onlineOn: string | null
  stoppedOn: string | null
  /** The first and last day with figures; null without any. */
  servedFrom: string | null
  servedTo: string
  /** Lost before the books began, and imported as lost. */
  takenOver: boolean
  targetReplyRateBp: number
}

/** Number of stores per company: 150 in all. */
const SHARE: Record<string, number> = { '001': 110, '002': 24, '004': 16 }

// Every fifteenth store is on one of the rare platforms, in rotation.
const CYCLE = 'tmall taobao pdd douyin jd kuaishou jd taobao tmall taobao douyin xiaohongshu pdd tmall'.split(
  ' ',
)
const RARE = ['1688', 'vip', 'other']

const SUFFIX: Record<Platform, string[]> = {
  tmall: ['旗舰店', '专营店', '专卖店'],
  taobao: ['小铺', '工坊店', '优选'],
  jd: ['京东旗舰店', '京东专营店', '京东专卖店'],
  pdd: ['官方店', '工厂店', '品牌折扣店'],
  douyin: ['官方旗舰店', '直播间', '抖音专卖店'],
  kuaishou: ['快手小店', '快手旗舰店', '快手专卖店'],
  xiaohongshu: ['的店', '红书店', '生活馆'],
  '1688': ['源头工厂', '批发店', '厂家直供'],
  vip: ['唯品会店', '唯品特卖', '唯品专场'],
  other: ['小程序商城', '微商城', '官网商城'],
}

/** Targets of the platforms' own reply rates, in basis points. */
const TARGET: Partial<Record<Platform, number>> = {
  tmall: 9700,
  taobao: 9600,
  jd: 9600,
  pdd: 9000,
  douyin: 9000,
  kuaishou: 8800,
}

/** The demo's stores, spread over customers and platforms. */
export function demoStores(customers: readonly DemoCustomer[], today: string): DemoStore[] {
  const stores: DemoStore[] = []
  const usedNames = new Set<string>()
  for (const [companyCode, count] of Object.entries(SHARE)) {
    const companyCustomers = customers.filter((customer) => customer.companyCode === companyCode)
    for (let index = 0; index < count; index += 1) {
      const customer = companyCustomers[index % companyCustomers.length]
      if (!customer) continue
      const platform = (CYCLE[index % 15] ?? RARE[Math.floor(index / 15) % RARE.length]) as Platform
      const name = SUFFIX[platform]
        .map((suffix) => customer.brand + suffix)
        .find((candidate) => !usedNames.has(platform + candidate))
      const id = stores.length + 1
      const days =
        endedDays(id, customer, today) ??
        daysOf(customer, index, today, random(`store ${companyCode} ${index}`))
      const targetReplyRateBp = TARGET[platform] ?? 9500
      stores.push({
        id,
        companyCode,
        customer,
        platform,
        name: name ?? `${customer.brand}${id}店`,
        ...days,
        targetReplyRateBp,
      })
      usedNames.add(platform + name)
    }
  }
  return stores
}

type Days = Pick<
  DemoStore,
  'status' | 'trialOn' | 'onlineOn' | 'stoppedOn' | 'servedFrom' | 'servedTo' | 'takenOver'
>

/** The days of a store that stopped some months ago. */
function endedDays(id: number, customer: DemoCustomer, today: string): Days | undefined {
  const ending = endingOfStore(id, customer.id, today)
  if (!ending) return undefined
  const begun = beginningOf(id, ending.stoppedOn)
  const servedFrom = ending.takenOver ? null : begun.trialOn
  return { status: 'stopped', ...begun, ...ending, servedFrom, servedTo: ending.stoppedOn }
}

/** The place, within its company, of the store that went live days ago without a price. */
const UNPRICED_INDEX = 74

/** The first day of that store: two days ago, but in this month, so that no past month lacks its price. */
function liveSince(today: string): string {
  const first = `${monthOf(today)}-01`
  const before = addDays(today, -2)
  return before > first ? before : first
}

/** Whether no price has been agreed yet. All other stores have been in service for longer. */
export const isUnpriced = ({ status, onlineOn }: DemoStore, today: string) =>
  status === 'serving' && onlineOn === liveSince(today)

/** Most stores have been in service for long; some are new, on trial, paused, pending or stopped. */
function daysOf({ status }: DemoCustomer, index: number, today: string, chance: Random): Days {
  const open = { stoppedOn: null, servedTo: addDays(today, -1), takenOver: false }
  if (index === UNPRICED_INDEX) {
    const onlineOn = liveSince(today)
    return { status: 'serving', trialOn: null, onlineOn, servedFrom: onlineOn, ...open }
  }
  if (index % 41 === 33)
    return { status: 'pending', trialOn: null, onlineOn: null, servedFrom: null, ...open }
  if (status === 'trial' || index % 37 === 20) {
    const trialOn = addDays(today, -chance.between(4, 12))
    return { status: 'trial', trialOn, onlineOn: null, servedFrom: trialOn, ...open }
  }
  const age = index % 11 === 5 ? chance.between(20, 100) : chance.between(130, 600)
  const onlineOn = addDays(today, -age)
  const trialOn = addDays(onlineOn, -chance.between(5, 14))
  const begun = { trialOn, onlineOn, servedFrom: trialOn }
  if (status === 'churned' || index === 98 || index % 53 === 31) {
    const stoppedOn = addDays(today, -chance.between(10, 15))
    return { status: 'stopped', ...begun, stoppedOn, servedTo: stoppedOn, takenOver: false }
  }
  if (status === 'paused' || index % 43 === 25) {
    return { status: 'paused', ...begun, ...open, servedTo: addDays(today, -chance.between(12, 30)) }
  }
  return { status: 'serving', ...begun, ...open }
}

const HOURS = ['08:00–24:00', '09:00–23:00', '08:30–22:30', '00:00–24:00']
const SERVICES = [['full'], ['presale', 'aftersale'], ['presale'], ['full', 'night'], ['full', 'promotion']]
const SHIFTS = [['morning', 'evening'], ['morning', 'middle', 'evening'], ['evening', 'night'], ['morning']]

/** The rows of the table `store`; `leaderOf` returns the head of the team that serves it. */
export function storeRows(stores: readonly DemoStore[], leaderOf: (store: DemoStore) => number, now: Date) {
  return stores.map((store) => {
    const { customer, servedFrom, servedTo: _, takenOver, ...row } = store
    const chance = random(`store row ${store.id}`)
    const enteredOn = takenOver ? bookedFrom(dayOf(now)) : servedFrom
    const at = enteredOn ? new Date(`${enteredOn}T02:00:00Z`) : now
    const month = monthOf(at.toISOString()).replace('-', '')
    return {
      ...row,
      code: `DP${month}${String(store.id).padStart(4, '0')}`,
      customerId: customer.id,
      ...searchForms(store.name),
      platformShopId: store.platform === 'other' ? null : String(chance.between(10_000_000, 999_999_999)),
      category: customer.category,
      serviceTypes: chance.pick(SERVICES),
      serviceHours: chance.pick(HOURS),
      shifts: chance.pick(SHIFTS),
      seat: chance.chance(0.25) ? 'dedicated' : 'shared',
      contractEndOn: store.onlineOn ? addDays(store.servedTo, chance.between(5, 360)) : null,
      leaderId: leaderOf(store),
      targetFirstResponseS: 30,
      targetAverageResponseS: 60,
      createdAt: at,
      updatedAt: at,
      createdBy: customer.ownerId,
      updatedBy: customer.ownerId,
    }
  })
}
