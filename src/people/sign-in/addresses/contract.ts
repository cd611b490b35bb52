import * as z from 'zod'
import { endpoint, Version } from '#kit/contract.ts'
import { optionalLine } from '#kit/fields.ts'
import { parseRange } from '#people/sessions/addresses/rules.ts'

/** Longest: a range of two IPv6 addresses. */
const MAX_ADDRESS = 100
const MAX_ADDRESSES = 100

const Address = z
  .string()
  .trim()
  .max(MAX_ADDRESS)
  .refine((text) => parseRange(text) !== null, '请填 IP 地址、网段或起止地址，如 10.0.0.0/8')
  .meta({ title: '地址' })

export const AllowedAddress = z.strictObject({ address: Address, note: optionalLine('备注', 40) })

/** The addresses from which a company's people may sign in; none means from anywhere. Version 0 if never set. */
export const AddressRule = z.object({
  addresses: z.array(z.object({ address: z.string(), note: z.string().nullable() })),
  version: z.int(),
  /** The address of this request. */
  currentAddress: z.string(),
  /** Requests came through a proxy that TRUST_PROXY does not name, so that all have the proxy's address. */
  proxyIgnored: z.boolean(),
})

export type AddressRule = z.output<typeof AddressRule>

export const signInAddresses = {
  get: endpoint('GET /api/sign-in-security/addresses', {
    needs: 'canAdmin',
    summary: '本公司的人可以从哪些地址登录，以及本次请求的地址',
    input: z.strictObject({}),
    output: AddressRule,
  }),
  set: endpoint('PATCH /api/sign-in-security/addresses', {
    needs: 'canAdmin',
    summary: '设定可以登录的地址，空表不限制；不包含自己现在的地址时拒绝。其他地址上的登录随即失效',
    input: z.strictObject({
      addresses: z.array(AllowedAddress).max(MAX_ADDRESSES).meta({ title: '允许的地址' }),
      version: z.union([z.literal(0), Version]),
    }),
    output: AddressRule,
  }),
}
