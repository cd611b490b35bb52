import * as z from 'zod'
import { Id, Keyword, many, Option, optionsEndpoint } from '#kit/contract.ts'

/**
 * The customers that a field or filter offers. Apart from the rest of the contract, because most screens need only this,
 * and declaring the schemas of a whole contract takes a browser some milliseconds.
 */
export const customerOptions = optionsEndpoint('GET /api/customers/options', {
  offers: 'customer',
  needs: 'canReadCustomer',
  summary: '选客户用的名单：编号和名称；不含已流失的，除非按编号查',
  input: z.strictObject({ keyword: Keyword, id: many(Id) }),
  output: z.array(Option),
})
