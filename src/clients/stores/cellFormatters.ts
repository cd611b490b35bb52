import type { Day } from '#kit/calendar.ts'
import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { Store } from './contract.ts'
import { lacksPrice, modelNames } from './rules.ts'

interface Span {
  fromOn: Day
  toOn: Day | null
}

/** The state of a span of days on `today`. */
export function spanName({ fromOn, toOn }: Span, today: Day): '生效中' | '未开始' | '已结束' {
  if (toOn !== null && toOn < today) return '已结束'
  return fromOn > today ? '未开始' : '生效中'
}

/** The computed cells of the lists of assignments and nicks. */
export const spanFormatters = {
  state: {
    name: 'stores.span',
    of: (row, say, today) => say(spanName(row, today)),
  } as CellFormatter<Span>,
  share: {
    name: 'stores.share',
    of: ({ sharePercent }) => `${sharePercent}%`,
  } as CellFormatter<{ sharePercent: number }>,
}

/** The computed cells of the lists of stores. */
export const storeFormatters = {
  pricing: {
    name: 'stores.pricing',
    of: (store, say) => {
      if (lacksPrice(store)) return say('未定价')
      return store.pricingModel ? say(modelNames[store.pricingModel]) : ''
    },
  } as CellFormatter<Pick<Store, 'status' | 'pricingModel'>>,
}
