import * as z from 'zod'
import { endpoint, Id, many } from '#kit/contract.ts'

/** Maximum number of results per kind. */
export const MAX_FOUND = 6

const Found = z.object({ id: z.int(), name: z.string() })

export const FoundStaff = Found.extend({
  username: z.string(),
  role: z.int(),
  parentId: z.int().nullable(),
  status: z.enum(['active', 'disabled', 'left']),
})

export const FoundCustomer = Found.extend({
  code: z.string(),
  ownerName: z.string(),
  status: z.enum(['trial', 'active', 'paused', 'churned']),
})

export const FoundStore = Found.extend({
  code: z.string(),
  platform: z.string(),
  customerName: z.string(),
  status: z.enum(['pending', 'trial', 'serving', 'paused', 'stopped']),
})

/** The results of one kind; `more` is true if there are more matches. Absent if the user may not read the kind. */
const resultsOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), more: z.boolean() }).optional()

export const SearchAnswer = z.object({
  staff: resultsOf(FoundStaff),
  customers: resultsOf(FoundCustomer),
  stores: resultsOf(FoundStore),
})

export type SearchAnswer = z.output<typeof SearchAnswer>

export const search = {
  find: endpoint('GET /api/search', {
    needs: 'signedIn',
    summary: '在本人能看到的员工、客户、店铺里按名称、拼音、首字母、编号或完整手机号查找',
    input: z.strictObject({ keyword: z.string().trim().min(1).max(64).meta({ title: '查找内容' }) }),
    output: SearchAnswer,
  }),
  recall: endpoint('GET /api/search/recall', {
    needs: 'signedIn',
    summary: '最近打开过的记录现在叫什么；看不到的不在其中',
    input: z.strictObject({ staffId: many(Id), customerId: many(Id), storeId: many(Id) }),
    output: SearchAnswer,
  }),
}
