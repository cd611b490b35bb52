import * as z from 'zod'
import { endpoint, page, paged } from '#kit/contract.ts'

export const CompanyStatus = z.enum(['active', 'disabled']).meta({ title: '状态' })

export const Company = z.object({ code: z.string(), name: z.string(), status: CompanyStatus })

export type Company = z.output<typeof Company>

export const companies = {
  list: endpoint('GET /api/companies', {
    needs: 'canAdmin',
    summary: '公司名单，用于按公司筛选；只有总部管理员能看到',
    input: page({}, ['code']),
    output: paged(Company),
  }),
}
