import * as z from 'zod'
import { endpoint, Id, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'

/** Maximum size of an uploaded logo, in bytes, and of a side of a PNG, in pixels. */
export const MAX_LOGO_BYTES = 1024 * 1024
export const MAX_LOGO_SIDE = 2_000

/** Maximum length of the name in short: it stands in the header, next to the logo. */
const MAX_SHORT_NAME = 8

/** A company's logo: where an `<img>` loads it, and its size in pixels. */
export const Logo = z.object({ address: z.string(), width: z.int(), height: z.int() })

export type Logo = z.output<typeof Logo>

/** The account that receives a company's payments. */
const Payee = z.object({ bank: z.string(), name: z.string(), account: z.string() })

/** What documents and merchants' pages show of the company that sends them. */
export const Sender = z.object({ name: z.string(), logo: Logo.nullable(), payee: Payee.nullable() })

export type Sender = z.output<typeof Sender>

/** What a company shows of itself. */
export const CompanyProfile = z.object({
  code: z.string(),
  name: z.string(),
  shortName: z.string().nullable(),
  payeeBank: z.string().nullable(),
  payeeName: z.string().nullable(),
  payeeAccount: z.string().nullable(),
  logo: Logo.nullable(),
  version: z.int(),
})

export type CompanyProfile = z.output<typeof CompanyProfile>

const code = z
  .string()
  .regex(/^\d{3}$/)
  .meta({ title: '公司编号' })

/** An account number: its digits, and hyphens before a sub-account; spaces between groups are removed. */
const Account = z
  .string()
  .max(80)
  .transform((text) => text.normalize('NFKC').replace(/\s+/g, '') || null)
  .refine((text) => text === null || text.length <= 40, '账号最多 40 位')
  .refine((text) => text === null || /^\d[\d-]{4,38}\d$/.test(text), '账号只能是数字和短横，至少 6 位')
  .nullable()
  .meta({ title: '账号' })

const one = { code }
const step = { code, version: Version }

export const companyProfile = {
  get: endpoint('GET /api/companies/:code/profile', {
    needs: 'canAdmin',
    summary: '公司资料：公司名、简称、标志和收款账户',
    input: z.strictObject(one),
    output: CompanyProfile,
  }),
  update: endpoint('PATCH /api/companies/:code/profile', {
    needs: 'canAdmin',
    summary: '修改公司资料；收款账户的开户行、户名和账号要么都填，要么都不填',
    input: z.strictObject({
      ...step,
      name: line('公司名', 50).optional(),
      shortName: optionalLine('简称', MAX_SHORT_NAME).optional(),
      payeeBank: optionalLine('开户行', 60).optional(),
      payeeName: optionalLine('户名', 60).optional(),
      payeeAccount: Account.optional(),
    }),
    output: CompanyProfile,
  }),
  setLogo: endpoint('POST /api/companies/:code/logo', {
    needs: 'canAdmin',
    summary: '上传公司标志：PNG（宽高不超过 2000 像素）或 SVG，不超过 1 MB；去掉脚本、外部引用和附注后保存',
    takes: 'file',
    // A form sends text.
    input: z.strictObject({ code, version: Id.meta({ title: '版本' }) }),
    output: CompanyProfile,
  }),
  removeLogo: endpoint('DELETE /api/companies/:code/logo', {
    needs: 'canAdmin',
    summary: '移除公司标志，显示默认标志',
    input: z.strictObject(step),
    output: CompanyProfile,
  }),
}
