import { lacksPrice } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'

/** 未定价 for a store that is billed but has no price; nothing for others, and for users from whom prices are hidden. */
export function UnpricedTag({ store }: { store: Parameters<typeof lacksPrice>[0] }) {
  return lacksPrice(store) ? <StatusTag tone="orange" label={t('未定价')} /> : null
}
