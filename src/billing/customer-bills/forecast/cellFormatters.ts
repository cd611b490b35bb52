import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { ForecastItem } from './contract.ts'

const LACKING = {
  terms: '有的天没有计费方式',
  volume: '没有咨询量，未计超量',
  sales: '没有销售额，未计提成',
  mean: '上月没有数据，按最低档',
} as const

/** Cell texts of the forecast list. */
export const forecastFormatters = {
  store: {
    name: 'forecast.store',
    of: ({ storeName }, say) => storeName ?? say('客户级账单'),
  } as CellFormatter<ForecastItem>,
  lacking: {
    name: 'forecast.lacking',
    of: ({ lacking }, say) => lacking.map((what) => say(LACKING[what])).join(say('；')),
  } as CellFormatter<ForecastItem>,
}
