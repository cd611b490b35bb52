import type { DemoCustomer } from './customers.ts'
import { random } from './random.ts'

const DAY_MS = 86_400_000

const TEXTS = [
  '商家投诉：晚上八点后回复慢，有买家等了十几分钟。',
  '商家投诉：客服报错了优惠券的使用条件，买家要求补差价。',
  '商家不满意换人太频繁，要求固定主责客服。',
  '商家投诉：售后没有按约定的话术处理，被买家截图。',
]

/** Complaints of some merchants over the last seven weeks, one to three each; they count in the churn score. */
export function complaintsOf(
  customers: readonly Pick<DemoCustomer, 'id' | 'companyCode' | 'ownerId'>[],
  now: Date,
) {
  return customers
    .filter(({ id }) => id % 8 === 5)
    .flatMap(({ id, companyCode, ownerId }) => {
      const chance = random(`complaints ${id}`)
      return Array.from({ length: chance.between(1, 3) }, () => {
        const at = new Date(now.getTime() - chance.between(2, 48) * DAY_MS)
        const stamp = { createdAt: at, createdBy: ownerId, updatedAt: at, updatedBy: ownerId }
        return { companyCode, customerId: id, text: chance.pick(TEXTS), complaint: true, ...stamp }
      })
    })
}
