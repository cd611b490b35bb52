import { customers } from '#clients/customers/contract.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { storeSteps } from '#clients/stores/steps/contract.ts'
import { storeTerms } from '#clients/stores/terms/contract.ts'
import { today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'

/** A store with its customer. */
export interface CustomerStore {
  id: number
  name: string
  customerId: number
}

/** Creates a customer with a pdd store, in service at a price since the first of a month. */
export async function servedSince(
  client: Client,
  { called, month, pricing }: { called: string; month: string; pricing: Pricing },
): Promise<CustomerStore> {
  const stamp = Date.now()
  const name = `${called}旗舰店${stamp}`
  const customer = await client.call(customers.create, { name: `${called}${stamp}` })
  const begun = { status: 'serving', onlineOn: `${month}-01` } as const
  const { id } = await client.call(stores.create, {
    customerId: customer.id,
    platform: 'pdd',
    name,
    ...begun,
  })
  await client.call(storeTerms.add, { id, fromOn: begun.onlineOn, pricing })
  return { id, name, customerId: customer.id }
}

/** Ends the service, since the store would otherwise be reported as missing on every later day. */
export async function endService(client: Client, id: number): Promise<void> {
  const { version } = await client.call(stores.get, { id })
  const stoppedOn = today(() => new Date())
  await client.call(storeSteps.stop, { id, version, stoppedOn, monthPaid: true, reason: 'closed_shop' })
}
