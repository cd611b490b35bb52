import { addDays, daysFrom } from '#kit/calendar.ts'
import { type Figures, figuresOf, sumFigures } from '#operations/imports/reader/figures.ts'
import { measuresOf, skillOf } from './measures.ts'
import { random } from './random.ts'
import { type Service, WITHOUT_NICKS } from './service.ts'
import type { DemoStore } from './stores.ts'
import { bustle, type VolumeModel, volumeModelOf, volumeOf } from './volumes.ts'

/** Number of days with figures, up to yesterday. */
export const DAYS = 120

/** A store's figures of a day, and those of its nicks. */
export interface StoreDay {
  store: DemoStore
  on: string
  source: 'imported' | 'keyed' | 'sum'
  figures: Figures
  agents: { nick: string; figures: Figures }[]
}

/** All figures of a store, as imports of each day's file would save them. */
export function figuresOfStore(store: DemoStore, services: readonly Service[], today: string): StoreDay[] {
  const yesterday = addDays(today, -1)
  const firstDay = addDays(today, -DAYS)
  const { servedFrom, servedTo } = store
  if (!servedFrom) return []
  const model = volumeModelOf(store)
  return daysFrom(firstDay, servedTo)
    .filter((on) => on >= servedFrom && !isMissing(store, on, yesterday))
    .map((on) => {
      const busy = bustle(on, yesterday, firstDay)
      return dayOfStore(
        store,
        model,
        on,
        volumeOf(model, on, yesterday, busy, random(`volume ${store.id} ${on}`)),
        {
          nicks: nicksOn(services, store, on, yesterday),
          pending: on === yesterday && store.platform === 'tmall' && store.id % 3 === 0,
        },
      )
    })
}

/** Whether a day's file is missing: rarely in the past, at several stores yesterday, at one store for three days. */
function isMissing(store: DemoStore, on: string, yesterday: string): boolean {
  if (store.id % 26 === 15 || store.id % 100 === 22) return on >= addDays(yesterday, store.id === 67 ? -2 : 0)
  return random(`missing ${store.id} ${on}`).chance(0.004)
}

/** The nicks of a day. A few stores have a new nick that is not yet bound to an agent. */
function nicksOn(services: readonly Service[], store: DemoStore, on: string, yesterday: string): string[] {
  if (WITHOUT_NICKS.has(store.platform)) return []
  const boundNicks = services
    .filter(({ fromOn, toOn }) => fromOn <= on && (toOn === null || toOn >= on))
    .map(({ nick }) => nick)
  const isNew = store.id % 31 === 1 && on > addDays(yesterday, -3)
  return isNew ? [...boundNicks, `${store.customer.brand}:新客服`] : boundNicks
}

function dayOfStore(
  store: DemoStore,
  model: VolumeModel,
  on: string,
  buyers: number,
  { nicks, pending }: { nicks: string[]; pending: boolean },
): StoreDay {
  const chance = random(`figures ${store.id} ${on}`)
  const skill = skillOf(model.slow, chance)
  const figures = (share: number) => {
    const measures = measuresOf(store.platform, share, skill, chance)
    // 延迟统计: the platform publishes these figures a day later.
    return pending
      ? figuresOf({ ...measures, orderUsers: null, salesCents: null, pending: ['orderUsers', 'salesCents'] })
      : figuresOf(measures)
  }
  const agents = split(buyers, nicks.length).map((share, index) => ({
    nick: nicks[index] ?? '',
    figures: figures(share),
  }))
  if (agents.length > 0 && store.platform !== 'douyin') {
    return { store, on, source: 'sum', figures: sumFigures(agents.map((agent) => agent.figures)), agents }
  }
  // 飞鸽 and 快手 provide a row for the store; a buyer served by two agents counts once in it.
  const source = ['douyin', 'kuaishou'].includes(store.platform) ? 'imported' : 'keyed'
  const counted = agents.length > 1 ? Math.round(buyers * 0.98) : buyers
  return { store, on, source, figures: figures(counted), agents }
}

/** Splits buyers among agents; the first gets most. */
function split(buyers: number, parts: number): number[] {
  if (parts === 0) return []
  const weights = Array.from({ length: parts }, (_, index) => 1 / (index + 1))
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.slice(1).map((weight) => Math.floor((buyers * weight) / totalWeight))
  return [buyers - shares.reduce((sum, share) => sum + share, 0), ...shares]
}
