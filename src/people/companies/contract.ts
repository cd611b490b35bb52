import * as z from 'zod'
import { endpoint, Month, page, paged, Version } from '#kit/contract.ts'
import { line, Mobile, Username } from '#kit/fields.ts'

export const CompanyStatus = z.enum(['active', 'disabled']).meta({ title: '状态' })
export type CompanyStatus = z.output<typeof CompanyStatus>

const Code = z
  .string()
  .trim()
  .regex(/^\d{3}$/, '请输入 3 位数字，如 004')
  .meta({ title: '公司编号' })

/** A company; `staffCount` counts its active staff. */
export const Company = z.object({
  code: z.string(),
  name: z.string(),
  status: CompanyStatus,
  staffCount: z.int(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})

export type Company = z.output<typeof Company>

/** A new company and its first admin. */
export const CompanyInput = z.strictObject({
  code: Code,
  name: line('公司名称', 50),
  /** The first month of its books; if omitted, its admin sets it before the first document. */
  booksFrom: Month.optional().meta({ title: '启用月份' }),
  adminName: line('管理员姓名', 32),
  adminUsername: Username.meta({ title: '管理员用户名' }),
  adminMobile: Mobile.nullable().optional().meta({ title: '管理员手机号' }),
})

const step = { code: Code, version: Version }

export const companies = {
  list: endpoint('GET /api/companies', {
    needs: 'canAdmin',
    summary: '公司名单；只有总部管理员能看到',
    input: page({}, ['code']),
    output: paged(Company),
  }),
  create: endpoint('POST /api/companies', {
    needs: 'canAdmin',
    summary: '新建公司和它的第一位管理员，返回一次性密码；仅总部管理员',
    input: CompanyInput,
    output: z.object({
      company: Company,
      admin: z.object({ name: z.string(), username: z.string() }),
      oneTimePassword: z.string(),
    }),
    answerKept: false,
  }),
  disable: endpoint('POST /api/companies/:code/disable', {
    needs: 'canAdmin',
    summary: '停用公司，其员工的登录全部失效；仅总部管理员',
    input: z.strictObject(step),
    output: Company,
  }),
  enable: endpoint('POST /api/companies/:code/enable', {
    needs: 'canAdmin',
    summary: '启用停用的公司；仅总部管理员',
    input: z.strictObject(step),
    output: Company,
  }),
}
