import { storeFormatters } from '#clients/stores/cellFormatters.ts'
import type { Store } from '#clients/stores/contract.ts'
import { lacksPrice } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { UnpricedTag } from './UnpricedTag.tsx'

/** The pricing model of today, or 未定价; only for users who may see prices. */
export const pricingColumn = (): Column<Store> => ({
  key: 'pricingModel',
  title: t('计费'),
  hint: t('今天生效的计费方式'),
  phone: 'note',
  width: 96,
  words: storeFormatters.pricing,
  render: (row) => (lacksPrice(row) ? <UnpricedTag store={row} /> : undefined),
})
