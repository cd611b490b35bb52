import * as z from 'zod'
import {
  Day,
  endpoint,
  Id,
  Keyword,
  many,
  Option,
  optionsEndpoint,
  page,
  paged,
  Version,
} from '#kit/contract.ts'
import { line, Mobile, optionalLine } from '#kit/fields.ts'
import { keysWhere, schemasOf } from '#kit/recordFields.ts'
import { reveal } from '#kit/reveal.ts'
import { CustomerSource, CustomerType, customerFields } from './fields.ts'
import { customerOptions } from './options/contract.ts'

export const CustomerStatus = z.enum(['trial', 'active', 'paused', 'churned']).meta({ title: '状态' })
export type CustomerStatus = z.output<typeof CustomerStatus>

/** The fields that create and edit share. */
const fields = schemasOf(customerFields)

/** The fields that a merge can take over. */
export const mergedFields = keysWhere(customerFields, 'merge')

const CompanyCode = z
  .string()
  .regex(/^\d{3}$/)
  .meta({ title: '公司' })

export const CustomerInput = z.strictObject({
  ...fields,
  /** Defaults to the actor. A transfer changes it later. */
  ownerId: Id.optional().meta({ title: '负责商务' }),
  /** The initial status; steps change it later. */
  status: z.enum(['trial', 'active', 'paused']).default('trial').meta({ title: '状态' }),
  /** Only for an admin of the headquarters. Other users create customers in their own company. */
  companyCode: CompanyCode.optional(),
})

export const CustomerChanges = z.strictObject({
  id: Id,
  version: Version,
  ...z.object(fields).partial().shape,
})

export type CustomerInput = z.output<typeof CustomerInput>

/** A customer (a merchant) in list format, with masked mobile and wechat. */
export const Customer = z.object({
  id: z.int(),
  companyCode: z.string(),
  code: z.string(),
  name: z.string(),
  type: CustomerType,
  uscc: z.string().nullable(),
  contact: z.string().nullable(),
  mobile: z.string().nullable(),
  wechat: z.string().nullable(),
  source: CustomerSource.nullable(),
  ownerId: z.int(),
  ownerName: z.string(),
  status: CustomerStatus,
  contractNo: z.string().nullable(),
  contractStartOn: z.string().nullable(),
  contractEndOn: z.string().nullable(),
  tags: z.array(z.string()),
  remark: z.string().nullable(),
  /** The number of live stores within the reader's reach, as in the store list of this customer. */
  storeCount: z.int(),
  /** Amount owed and deposit held, in 分; only for users who may charge the customer. */
  receivableCents: z.int().optional(),
  depositCents: z.int().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByName: z.string().nullable(),
  version: z.int(),
})

export type Customer = z.output<typeof Customer>

/** When the contract ends: before today, today, or within 7 or 30 days (the reminder days). */
export const ContractDue = z.enum(['expired', 'today', 'week', 'month']).meta({ title: '合同提醒' })

export type ContractDue = z.output<typeof ContractDue>

/** Whether the customer has unpaid bills, or unpaid bills past their due day. */
export const Owing = z.enum(['owed', 'overdue']).meta({ title: '欠款' })
export type Owing = z.output<typeof Owing>

/** A customer in the format of its page. */
export const CustomerPage = Customer.extend({
  /** Warnings as sentences. They do not block a write. */
  warnings: z.array(z.string()),
  /** Whether the customer was ever 试用. */
  hadTrial: z.boolean(),
})

export type CustomerPage = z.output<typeof CustomerPage>

/** The fields by which two customers can look alike. */
export const Likeness = z.enum(['name', 'mobile', 'uscc', 'wechat'])

export type Likeness = z.output<typeof Likeness>

const Similar = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  status: CustomerStatus,
  ownerName: z.string(),
  version: z.int(),
  likeness: z.array(Likeness),
  /** Whether the actor may edit the customer, and so merge it. */
  mergeable: z.boolean(),
})

export type Similar = z.output<typeof Similar>

export const customers = {
  list: endpoint('GET /api/customers', {
    needs: 'canReadCustomer',
    summary: '客户列表',
    input: page(
      {
        keyword: Keyword,
        status: many(CustomerStatus),
        ownerId: many(Id),
        contractEndFrom: Day.optional().meta({ title: '合同结束日期' }),
        contractEndTo: Day.optional().meta({ title: '合同结束日期' }),
        contractDue: ContractDue.optional(),
        /** Only for users who may charge customers, like sorting by `receivableCents`. */
        owing: Owing.optional(),
        companyCode: many(CompanyCode),
      },
      ['id', 'code', 'name', 'contractEndOn', 'receivableCents', 'createdAt'],
    ),
    output: paged(Customer).extend({ statusCounts: z.record(z.string(), z.int()) }),
  }),
  get: endpoint('GET /api/customers/:id', {
    needs: 'canReadCustomer',
    summary: '客户详情',
    input: z.strictObject({ id: Id }),
    output: CustomerPage,
  }),
  create: endpoint('POST /api/customers', {
    needs: 'canUpdateCustomer',
    summary: '新建客户，编号自动生成',
    input: CustomerInput,
    output: CustomerPage,
  }),
  update: endpoint('PATCH /api/customers/:id', {
    needs: 'canUpdateCustomer',
    summary: '修改客户资料；状态和负责商务不在这里改',
    input: CustomerChanges,
    output: CustomerPage,
  }),
  /** Only for users who may edit the customer, not for all who may read it. */
  reveal: reveal('POST /api/customers/:id/reveal', {
    needs: 'canUpdateCustomer',
    fields: ['mobile', 'wechat'],
  }),
  /** A POST, so that no URL or request log contains a complete mobile number. */
  similar: endpoint('POST /api/customers/similar', {
    needs: 'canUpdateCustomer',
    summary: '保存前查疑似重复：名称相近，或手机号、统一社会信用代码、微信号相同',
    input: z.strictObject({
      /** The customer that is being edited; it is not compared with itself. */
      exceptId: Id.optional(),
      companyCode: z
        .string()
        .regex(/^\d{3}$/)
        .optional(),
      name: optionalLine('客户名称', 100).optional(),
      mobile: Mobile.nullable().optional().catch(null),
      uscc: optionalLine('统一社会信用代码', 24).optional(),
      wechat: optionalLine('微信号').optional(),
    }),
    output: z.object({
      items: z.array(Similar),
      /** The fields by which customers out of reach look alike. Their owners and number are not disclosed. */
      hidden: z.array(Likeness),
    }),
    audited: false,
    answerKept: false,
  }),
  options: customerOptions,
}

const Reason = line('原因', 200).min(2)

/** The maximum number of customers in one transfer. */
export const MAX_TRANSFERRED = 100

/** Why a row of a transfer was skipped; `rules.ts` has a sentence for each. */
export const TransferProblem = z.enum(['notFound', 'owner', 'same'])

export type TransferProblem = z.output<typeof TransferProblem>

/** One period of the owner history. */
const Ownership = z.object({
  id: z.int(),
  ownerName: z.string(),
  fromAt: z.iso.datetime(),
  toAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  byName: z.string().nullable(),
})

/** The status steps of a customer, and its owners. Churn and win-back are steps of the churn record. */
export const customerSteps = {
  sign: endpoint('POST /api/customers/:id/sign', {
    needs: 'canUpdateCustomer',
    summary: '签约：试用 → 合作中，需要合同起止日期',
    input: z.strictObject({
      id: Id,
      version: Version,
      contractNo: fields.contractNo,
      contractStartOn: Day.meta({ title: '合同开始日期' }),
      contractEndOn: Day.meta({ title: '合同结束日期' }),
    }),
    output: CustomerPage,
  }),
  pause: endpoint('POST /api/customers/:id/pause', {
    needs: 'canUpdateCustomer',
    summary: '暂停：合作中 → 暂停，写明原因',
    input: z.strictObject({ id: Id, version: Version, reason: Reason }),
    output: CustomerPage,
  }),
  resume: endpoint('POST /api/customers/:id/resume', {
    needs: 'canUpdateCustomer',
    summary: '恢复：暂停 → 合作中',
    input: z.strictObject({ id: Id, version: Version }),
    output: CustomerPage,
  }),
  colleagues: optionsEndpoint('GET /api/customers/:customerId/colleagues', {
    offers: 'colleague',
    needs: 'canReadCustomer',
    summary: '能看到这位客户的在职同事：可以提到、可以请其跟进',
    input: z.strictObject({ customerId: Id, keyword: Keyword }),
    output: z.array(Option),
  }),
  owners: endpoint('GET /api/customers/:id/owners', {
    needs: 'canReadCustomer',
    summary: '历任负责商务，最近的在前',
    input: z.strictObject({ id: Id }),
    output: z.object({ items: z.array(Ownership) }),
  }),
}

/** Transfers customers to another owner. `customer-transfers` serves it and reassigns their follow-ups. */
export const customerTransfers = {
  transfer: endpoint('POST /api/customers/transfer', {
    needs: 'canTransferCustomer',
    summary: '把客户移交给另一位负责商务，一次最多 100 位，逐条给出结果',
    // Each transferred customer gets its own audit line; if none was transferred, nothing changed.
    audited: false,
    input: z.strictObject({
      ids: z.array(Id).min(1).max(MAX_TRANSFERRED).meta({ title: '客户' }),
      ownerId: Id.meta({ title: '新的负责商务' }),
      reason: Reason.meta({ title: '移交原因' }),
    }),
    output: z.object({
      results: z.array(
        z.object({ id: z.int(), name: z.string().nullable(), problem: TransferProblem.nullable() }),
      ),
    }),
  }),
}
