import * as z from 'zod'
import { endpoint, Id, Version } from '#kit/contract.ts'

const rate = (title: string, max: number) => z.int().min(1).max(max).meta({ title })

/** The thresholds with their titles. */
const limits = {
  nearBp: rate('接近：达到包量的', 100_000),
  overBp: rate('超量：达到包量的', 100_000),
  overRedBp: rate('超量转红：达到包量的', 100_000),
  fallBp: rate('下降：比基线少', 10_000),
  missingDays: rate('缺数据：缺少店天', 1000),
}

const nullable = {
  nearBp: limits.nearBp.nullable(),
  overBp: limits.overBp.nullable(),
  overRedBp: limits.overRedBp.nullable(),
  fallBp: limits.fallBp.nullable(),
  missingDays: limits.missingDays.nullable(),
}

const Limits = z.object(limits)

const stamp = {
  /** 0 if never configured. */
  version: z.int(),
  updatedAt: z.iso.datetime().nullable(),
  updatedByName: z.string().nullable(),
}

const CompanyThresholds = z.object({ ...limits, ...stamp })

/** A customer's own thresholds (null: the company's apply), and the company's thresholds. */
const CustomerThresholds = z.object({ customerId: z.int(), ...nullable, ...stamp, company: Limits })

const CurrentVersion = Version.or(z.literal(0))

export const warningThresholds = {
  get: endpoint('GET /api/warning-thresholds', {
    needs: 'canAdmin',
    summary: '本公司的预警阈值',
    input: z.strictObject({}),
    output: CompanyThresholds,
  }),
  set: endpoint('PATCH /api/warning-thresholds', {
    needs: 'canAdmin',
    summary: '修改本公司的预警阈值，下一次检查起生效',
    input: z.strictObject({ version: CurrentVersion, ...limits }),
    output: CompanyThresholds,
  }),
  ofCustomer: endpoint('GET /api/customers/:id/warning-thresholds', {
    needs: 'canReadCustomer',
    summary: '客户自己的预警阈值，没有设的按公司',
    input: z.strictObject({ id: Id }),
    output: CustomerThresholds,
  }),
  setOfCustomer: endpoint('PATCH /api/customers/:id/warning-thresholds', {
    needs: 'canUpdateCustomer',
    summary: '修改客户自己的预警阈值；空的按公司',
    input: z.strictObject({ id: Id, version: CurrentVersion, ...nullable }),
    output: CustomerThresholds,
  }),
}
