import * as z from 'zod'
import type { Pricing } from '#clients/pricing/contract.ts'
import { Day, endpoint, Id, Keyword, Month, many, page, paged, Version } from '#kit/contract.ts'
import { schemasOf } from '#kit/recordFields.ts'
import * as declared from './fields.ts'
import { storeOptions } from './options/contract.ts'

/** The sales platform of a store. It determines which reply metric counts. */
export const Platform = declared.Platform
export const ServiceType = declared.ServiceType
export const Shift = declared.Shift
export const Seat = declared.Seat
export const StoreStatus = z
  .enum(['pending', 'trial', 'serving', 'paused', 'stopped'])
  .meta({ title: '状态' })

/** The models of `Pricing`, whose schema lists of stores do not load. */
export const PricingModel = z
  .enum(['fixed', 'tier', 'included', 'commission', 'daily', 'hourly'])
  .meta({ title: '计费方式' }) satisfies z.ZodType<Pricing['model']>

export type Platform = z.output<typeof Platform>
export type StoreStatus = z.output<typeof StoreStatus>

/** The fields that create and edit share. */
const fields = schemasOf(declared.storeFields)

export const StoreInput = z.strictObject({
  ...fields,
  /** The initial status; steps change it later. */
  status: z.enum(['pending', 'trial', 'serving', 'paused']).default('pending').meta({ title: '状态' }),
})

export const StoreChanges = z.strictObject({ id: Id, version: Version, ...z.object(fields).partial().shape })

export type StoreInput = z.output<typeof StoreInput>

/** A store in list format. */
export const Store = z.object({
  id: z.int(),
  companyCode: z.string(),
  code: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  /** The sales person in charge of the customer. */
  ownerName: z.string(),
  platform: Platform,
  name: z.string(),
  platformShopId: z.string().nullable(),
  url: z.string().nullable(),
  category: z.string().nullable(),
  serviceTypes: z.array(ServiceType),
  serviceHours: z.string().nullable(),
  shifts: z.array(Shift),
  seat: Seat,
  status: StoreStatus,
  trialOn: z.string().nullable(),
  onlineOn: z.string().nullable(),
  stoppedOn: z.string().nullable(),
  contractEndOn: z.string().nullable(),
  leaderId: z.int().nullable(),
  leaderName: z.string().nullable(),
  targetReplyRateBp: z.int().nullable(),
  targetFirstResponseS: z.int().nullable(),
  targetAverageResponseS: z.int().nullable(),
  remark: z.string().nullable(),
  /** 店铺工资 as of today, in 分 per month; absent if it is hidden from the user (role 2). */
  storeSalaryCents: z.int().nullable().optional(),
  /** The pricing model of today; null if no price applies today; absent if it is hidden from the user (role 2). */
  pricingModel: PricingModel.nullable().optional(),
  /** The names of the staff assigned today. */
  agents: z.array(z.string()),
  /** Yesterday's volume; null is 缺数据, never 0. */
  yesterdayVolume: z.int().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByName: z.string().nullable(),
  version: z.int(),
})

export type Store = z.output<typeof Store>

/** A store on its page, with the states that it has had, oldest first. */
export const StorePage = Store.extend({
  states: z.array(z.object({ status: StoreStatus, fromOn: z.string() })),
})

export type StorePage = z.output<typeof StorePage>

export const stores = {
  list: endpoint('GET /api/stores', {
    needs: 'canReadStore',
    summary: '店铺列表',
    input: page(
      {
        keyword: Keyword,
        platform: many(Platform),
        status: many(StoreStatus),
        leaderId: many(Id),
        customerId: many(Id),
        /** Stores that one of these people is assigned to today. */
        staffId: many(Id),
        contractEndFrom: Day.optional().meta({ title: '合同到期日' }),
        contractEndTo: Day.optional().meta({ title: '合同到期日' }),
        /** In service in that month without a bill for it; only for users who may charge customers. */
        unbilled: Month.optional().meta({ title: '缺账单' }),
        /**
         * `none`: in service or paused without a price today; a month: in service in it on a day without a price, and no
         * bill for it was issued. Only for users who may see prices.
         */
        price: z
          .union([z.literal('none'), Month])
          .optional()
          .meta({ title: '计费' }),
        companyCode: many(z.string().regex(/^\d{3}$/)),
      },
      [
        'id',
        'code',
        'name',
        'customerName',
        'platform',
        'onlineOn',
        'contractEndOn',
        'yesterdayVolume',
        'createdAt',
      ],
    ),
    output: paged(Store).extend({
      statusCounts: z.record(z.string(), z.int()),
      /** How many of the stores, of any status, have no price today; absent if prices are hidden from the user. */
      unpriced: z.int().optional(),
    }),
  }),
  get: endpoint('GET /api/stores/:id', {
    needs: 'canReadStore',
    summary: '店铺详情',
    input: z.strictObject({ id: Id }),
    output: StorePage,
  }),
  create: endpoint('POST /api/stores', {
    needs: 'canUpdateStore',
    summary: '新建店铺，编号自动生成',
    input: StoreInput,
    output: Store,
  }),
  update: endpoint('PATCH /api/stores/:id', {
    needs: 'canUpdateStore',
    summary: '修改店铺资料；状态不在这里改，客户和平台只在待上线时能改',
    input: StoreChanges,
    output: Store,
  }),
  options: storeOptions,
}

export const ReplyMetric = z.enum(['replied', 'within3min'])

export type ReplyMetric = z.output<typeof ReplyMetric>
