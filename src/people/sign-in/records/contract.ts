import * as z from 'zod'
import { Day, endpoint, Id, Keyword, many, page, paged } from '#kit/contract.ts'
import { FACTORS, OUTCOMES } from '#people/sessions/attempts/rules.ts'

const Outcome = z.enum(OUTCOMES).meta({ title: '结果' })

/** A recorded attempt to sign in. Browser and system are null if the user agent does not reveal them. */
export const SignInRecord = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** The last of `times` equal attempts. */
  lastAt: z.iso.datetime(),
  times: z.int(),
  /** A user name, a masked mobile, or the first character of a name that no account has. */
  name: z.string(),
  staffId: z.int().nullable(),
  staffName: z.string().nullable(),
  companyCode: z.string().nullable(),
  ip: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Whether the person had signed in on this device before. */
  knownDevice: z.boolean(),
  factor: z.enum(FACTORS),
  outcome: Outcome,
})

export type SignInRecord = z.output<typeof SignInRecord>

const filters = { outcome: many(Outcome), from: Day.optional(), to: Day.optional() }

export const signInRecords = {
  own: endpoint('GET /api/currentUser/sign-ins', {
    needs: 'signedIn',
    summary: '我的登录记录，保留 180 天',
    input: page(filters, ['at']),
    output: paged(SignInRecord),
  }),
  list: endpoint('GET /api/sign-ins', {
    needs: 'canAdmin',
    summary: '本公司的登录记录；总部管理员看到各公司的，包括没有这个账号的登录名（只留第一个字）',
    input: page(
      { ...filters, keyword: Keyword, staffId: many(Id), companyCode: many(z.string().regex(/^\d{3}$/)) },
      ['at'],
    ),
    output: paged(SignInRecord),
  }),
}
