import * as z from 'zod'
import { Platform } from '#clients/stores/fields.ts'
import { Id, Keyword, many, Option, optionsEndpoint } from '#kit/contract.ts'

/**
 * The stores that a field or filter offers. Apart from the rest of the contract, because most screens need only this,
 * and declaring the schemas of a whole contract takes a browser some milliseconds.
 */
export const storeOptions = optionsEndpoint('GET /api/stores/options', {
  offers: 'store',
  needs: 'canReadStore',
  summary: '选店铺用的名单：编号、名称和平台；不含已停止的，除非按编号或客户查',
  input: z.strictObject({
    keyword: Keyword,
    id: many(Id),
    platform: many(Platform),
    customerId: many(Id),
  }),
  output: z.array(Option.extend({ platform: Platform })),
})
