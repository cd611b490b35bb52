import type { Pricing } from '#clients/pricing/contract.ts'
import { termsOn } from '#clients/pricing/queries.ts'
import { lockStoreWithCustomer } from '#clients/stores/queries.ts'
import { conflicts, modelNames, statusNames } from '#clients/stores/rules.ts'
import type { Proposal } from '#clients/stores/terms/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { type Consequence, type Consequences, changeRow, countRow, valueRow } from '#kit/consequences.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import { type Context, serve } from '#kit/serve.ts'
import { storeSteps } from './contract.ts'
import { countLiveStores, findAgentsAfter } from './queries.ts'
import * as steps from './steps.ts'
import { stop, writable } from './steps.ts'

interface StopQuery {
  id: number
  stoppedOn: Day
  monthPaid: boolean
}

/** The changes that stopping a store after a day would make, from a dry run. */
async function stopConsequences(context: Context, query: StopQuery): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const { db } = inner
    const { store } = await lockStoreWithCustomer(db, writable(inner), query.id)
    const live = await countLiveStores(db, store.customerId)
    const agents = await findAgentsAfter(db, store.id, query.stoppedOn)
    // The user chooses the reason later; it does not affect any figure.
    const after = await stop(inner, { ...query, version: store.version, reason: 'other' })
    const liveAfter = await countLiveStores(db, store.customerId)
    return {
      items: [
        ...changeRow('word', '店铺状态', [statusNames[store.status], statusNames[after.status]]),
        ...countRow('结束的客服分配', agents.length, {
          note: '{names}',
          values: { names: agents },
        }),
        ...proposalRow(after.proposal),
        ...changeRow('count', '这位客户在服务的店铺', [live, liveAfter], {
          ...(liveAfter === 0 && { note: '这是该客户最后一家在服务的店铺' }),
        }),
        ...countRow('登记流失记录', after.churnRecordId === null ? 0 : 1),
      ],
    }
  })
}

interface GoLiveQuery {
  id: number
  onlineOn: Day
  pricing?: Pricing | undefined
}

/** The changes that going live on a day would make, from a dry run; warns if the store then has no price. */
async function goLiveConsequences(context: Context, query: GoLiveQuery): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const { store } = await lockStoreWithCustomer(inner.db, writable(inner), query.id)
    const after = await steps.goLive(inner, { ...query, version: store.version })
    const terms = await termsOn(inner.db, store.id, query.onlineOn)
    return {
      items: [
        ...changeRow('word', '店铺状态', [statusNames[store.status], statusNames[after.status]]),
        valueRow('text', '开始服务', query.onlineOn),
        terms
          ? valueRow('word', '计费方式', modelNames[terms.pricing.model])
          : valueRow('word', '计费方式', '还没有计费方式', { note: '数字照常进报表，出账前要补' }),
      ],
    }
  })
}

function proposalRow(proposal: Proposal | null): Consequence[] {
  if (!proposal) return []
  const { kind, fromOn: from, toOn: to, amountCents, formula } = proposal
  const label = kind === 'bill' ? '建议收取的当月服务费' : '建议退还的当月服务费'
  return [
    valueRow('money', label, amountCents, {
      note: '{from} 至 {to}：{formula}',
      values: { from, to, formula },
    }),
  ]
}

export const storeStepsServer = serve(
  storeSteps,
  {
    trial: steps.beginTrial,
    goLive: steps.goLive,
    pause: steps.pause,
    resume: steps.resume,
    stop: steps.stop,
    restore: steps.restore,

    goLiveConsequences,
    stopConsequences,
  },
  conflicts,
)
