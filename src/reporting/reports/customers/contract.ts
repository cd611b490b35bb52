import * as z from 'zod'
import { CustomerStatus } from '#clients/customers/contract.ts'
import { endpoint, Id, many, page } from '#kit/contract.ts'
import {
  dayList,
  dayTotals,
  filters,
  Heat,
  onlyVolume as only,
  overviewInput,
  periodList,
  periodTotals,
  Split,
  volumeOrder,
  volumeOverview,
} from '#reporting/reports/contract.ts'
import { Comparison, corrected, correctedOfPeriod, coverage, VolumeDay } from '#reporting/reports/rows.ts'

const { keyword: _keyword, ...shared } = filters
/** The report's filters without `keyword`, which would match only some stores of a customer. */
const customerFilters = { ...shared, ownerId: many(Id) }

/** A customer's day: the sum over its stores. Null always means unknown, never 0. */
const customerDay = {
  customerId: z.int(),
  customerName: z.string(),
  customerStatus: CustomerStatus,
  ownerId: z.int(),
  ownerName: z.string(),
  /** Only for an admin of the headquarters. */
  companyCode: z.string().optional(),
  on: z.string(),
  /** No store has figures, although some should: 缺数据. */
  missing: z.boolean(),
  /** Stores with figures on that day, out of those with expected or existing figures. */
  ...coverage,
  volume: z.int().nullable(),
  /** Over the stores with figures on both days. */
  prevDay: Comparison,
  weekAgo: Comparison,
  monthAgo: Comparison,
  vsPrevDayBp: z.int().nullable(),
  vsWeekAgoBp: z.int().nullable(),
  vsMonthAgoBp: z.int().nullable(),
  /** Sum of the stores' means, each over the store's reported days among the 7 days before. */
  mean7: z.int().nullable(),
  vsMean7Bp: z.int().nullable(),
  /** Σ included daily volume × days in service, of the day or the period; null without included volumes. */
  included: z.int().nullable(),
  /** The volume of these store-days; `includedUseBp` is its share of `included`. */
  includedUsed: z.int().nullable(),
  includedUseBp: z.int().nullable(),
}

export const CustomerDay = z.object({
  ...customerDay,
  ...corrected,
  updatedAt: z.iso.datetime().nullable(),
})

/** A customer: the last day of the period (`on`) with its comparisons, and the period's sum and sparkline. */
export const CustomerPeriod = z.object({
  ...customerDay,
  ...correctedOfPeriod,
  sum: z.int().nullable(),
  /** Store-days of the period with figures, out of those with expected or existing figures. */
  periodReported: z.int(),
  periodExpected: z.int(),
  /** One value per day from `seriesFrom` to the last day (at most 31); null is a gap. */
  series: z.array(z.int().nullable()),
})

export type CustomerDay = z.output<typeof CustomerDay>
/** The fields that both kinds of rows share. */
export type CustomerFigures = Omit<CustomerDay, 'updatedAt'>
export type CustomerPeriod = z.output<typeof CustomerPeriod>

const order = ['customerName', ...volumeOrder] as const

export const customerReports = {
  dailyCustomer: endpoint('GET /api/reports/daily-customer', {
    needs: 'canReadCustomer',
    isHeavy: true,
    summary: '客户日咨询量：每客户每天一行，各店合计，注明已报店数',
    input: page({ ...customerFilters, only }, ['on', ...order]),
    output: dayList(CustomerDay, dayTotals),
  }),
  dailyCustomerCustomers: endpoint('GET /api/reports/daily-customer/customers', {
    needs: 'canReadCustomer',
    isHeavy: true,
    summary: '客户日咨询量：每客户一行，最后一天与整段',
    input: page({ ...customerFilters, only }, [...order, 'sum']),
    output: periodList(CustomerPeriod, periodTotals),
  }),
  dailyCustomerRows: endpoint('GET /api/reports/daily-customer/rows', {
    needs: 'canReadCustomer',
    isHeavy: true,
    summary: '客户日咨询量的明细：每店每天一行，合计等于所点的数字',
    input: page({ ...customerFilters, only: z.enum(['missing']).optional().meta({ title: '只看' }) }, [
      'on',
      'storeName',
      'volume',
    ]),
    output: dayList(VolumeDay, dayTotals),
  }),
  dailyCustomerOverview: endpoint('GET /api/reports/daily-customer/overview', {
    needs: 'canReadCustomer',
    isHeavy: true,
    summary: '客户日咨询量：要点、每日趋势、最后一天的前 8 位客户',
    input: overviewInput(customerFilters, Split.extract(['total', 'platform', 'owner']).default('total')),
    output: volumeOverview(CustomerPeriod),
  }),
  dailyCustomerWeekdays: endpoint('GET /api/reports/daily-customer/weekdays', {
    needs: 'canReadCustomer',
    isHeavy: true,
    summary: '客户日咨询量：咨询量最多的客户，星期几的日均',
    input: z.strictObject(customerFilters),
    output: Heat,
  }),
}

/** A customer's volumes for its profile page. */
export const customerVolumes = {
  volumes: endpoint('GET /api/customers/:id/volumes', {
    needs: 'canReadCustomer',
    isHeavy: true,
    summary: '近 90 天的日咨询量：可见店铺合计，注明已报和应报店铺数',
    input: z.strictObject({ id: Id }),
    output: z.object({
      from: z.string(),
      to: z.string(),
      /** Omits days without any expected or reported store. */
      days: z.array(
        z.object({
          on: z.string(),
          volume: z.int().nullable(),
          reported: z.int(),
          expected: z.int(),
        }),
      ),
    }),
  }),
}
