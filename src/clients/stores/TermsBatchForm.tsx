import { Pricing } from '#clients/pricing/contract.ts'
import { addDays, today } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { Field } from '#kit/ui/form/declare.tsx'
import type { BatchForm } from '#kit/ui/list/declare.tsx'
import type { RowResult } from '#kit/ui/list/eachRow.ts'
import type { Store } from './contract.ts'
import { MAX_PRICED, storeTerms } from './terms/contract.ts'
import { PricingPicker } from './ui/PricingPicker.tsx'

/**
 * 设置计费 for several stores: the same price and store salary. A store without a price gets it from its first day in
 * service, unless a day is chosen. A refusal affects only its own store.
 */
export function TermsBatchForm({ rows, run, close }: BatchForm<Store>) {
  const chosen = rows.slice(0, MAX_PRICED)
  const ids = chosen.map(({ id }) => id)
  const arePriced = chosen.every(({ pricingModel }) => pricingModel)
  return (
    <FormModal
      open
      isAction
      onClose={close}
      title={t('为 {n} 家店铺设置计费', { n: formatCount(ids.length) })}
      endpoint={storeTerms.addMany}
      fixed={{ ids }}
      defaults={{ fromOn: arePriced ? addDays(now(), 1) : undefined }}
      fields={fieldsFor(chosen, rows.length)}
      consequences={{
        endpoint: storeTerms.addManyConsequences,
        input: ({ pricing, storeSalaryCents, fromOn }) =>
          Pricing.safeParse(pricing).success
            ? {
                ids,
                pricing: JSON.stringify(pricing),
                ...(typeof storeSalaryCents === 'number' && { storeSalaryCents }),
                ...(typeof fromOn === 'string' && { fromOn }),
              }
            : null,
      }}
      onDone={({ results }) => void run(async () => results.map((one) => resultOf(one, rows)))}
    />
  )
}

const now = () => today(() => new Date())

type Key = 'pricing' | 'storeSalaryCents' | 'fromOn' | 'note' | 'reason'

/** Price and salary are `secret`: no draft is stored, because other people may use the same computer. */
function fieldsFor(chosen: readonly Store[], selected: number): Field<Key>[] {
  const somePriced = chosen.some(({ pricingModel }) => pricingModel)
  const limit = { n: formatCount(MAX_PRICED) }
  return [
    {
      key: 'pricing',
      kind: 'custom',
      inner: true,
      secret: true,
      render: (control) => <PricingPicker {...control} />,
      hint: selected > chosen.length ? t('一次最多 {n} 家：先设置前 {n} 家。', limit) : undefined,
    },
    {
      key: 'storeSalaryCents',
      kind: 'money',
      secret: true,
      hint: t('服务一家店铺的客服每月分得的工资'),
    },
    {
      key: 'fromOn',
      kind: 'day',
      hint: somePriced
        ? t('不填：从各店开始服务的那天起；已有计费方式的店铺要选日期')
        : t('不填：从各店开始服务的那天起'),
    },
    { key: 'note' },
    {
      key: 'reason',
      kind: 'textarea',
      required: true,
      when: ({ fromOn }) => somePriced && typeof fromOn === 'string' && fromOn <= now(),
    },
  ]
}

function resultOf(
  { id, problem }: { id: number; problem: string | null },
  rows: readonly Store[],
): RowResult {
  const name = rows.find((row) => row.id === id)?.name ?? t('编号 {n}', { n: id })
  return { key: id, name, ...(problem && { problem }) }
}
