import * as z from 'zod'
import { Day, endpoint, Id, Keyword, many, Option, page, paged, Version } from '#kit/contract.ts'
import { line, Mobile, optionalLine } from '#kit/fields.ts'
import { keysWhere, schemasOf } from '#kit/recordFields.ts'
import { reveal } from '#kit/reveal.ts'
import { CustomerSource, CustomerType, customerFields } from './fields.ts'

export const CustomerStatus = z.enum(['trial', 'active', 'paused', 'churned']).meta({ title: '状态' })

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
  /** Absent: the person who creates. Later the owner changes by a transfer. */
  ownerId: Id.optional().meta({ title: '负责商务' }),
  /** The state in which the customer enters the books; from then on it moves by steps. */
  status: z.enum(['trial', 'active', 'paused']).default('trial').meta({ title: '状态' }),
  /** For an admin of the headquarters only; everybody else creates in the own company. */
  companyCode: CompanyCode.optional(),
})

export const CustomerChanges = z.strictObject({
  id: Id,
  version: Version,
  ...z.object(fields).partial().shape,
})

export type CustomerInput = z.output<typeof CustomerInput>

/** A customer (a merchant) as a list shows it; mobile and wechat masked. */
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
  /** The live stores within the reader's reach: what the store list shows for this customer. */
  storeCount: z.int(),
  /** What the customer owes, and what is held of its deposit; 分, only for whom may charge it. */
  receivableCents: z.int().optional(),
  depositCents: z.int().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByName: z.string().nullable(),
  version: z.int(),
})

export type Customer = z.output<typeof Customer>

/** How near the end of the contract is: by the days on which it is spoken of (30, 7 and 0 before), and over. */
export const ContractDue = z.enum(['expired', 'today', 'week', 'month']).meta({ title: '合同提醒' })

export type ContractDue = z.output<typeof ContractDue>

/** Whether anything that was billed is still owed, or past its due day. */
export const Owing = z.enum(['owed', 'overdue']).meta({ title: '欠款' })
export type Owing = z.output<typeof Owing>

/** One customer as its page shows it. */
export const CustomerPage = Customer.extend({
  /** What is doubtful about it, in sentences; nothing of it stops a write. */
  warnings: z.array(z.string()),
  /** Whether it was 试用 at any time. */
  hadTrial: z.boolean(),
})

export type CustomerPage = z.output<typeof CustomerPage>

/** By what two customers look like one. */
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
  /** Whether the person may change it, and so merge it. */
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
        /** For whom may charge a customer alone, as is the order by what is owed. */
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
  /** For those who keep the contact, not for all who read the customer. */
  reveal: reveal('POST /api/customers/:id/reveal', {
    needs: 'canUpdateCustomer',
    fields: ['mobile', 'wechat'],
  }),
  /** A POST, so that a whole mobile stands in no address and no log of requests. */
  similar: endpoint('POST /api/customers/similar', {
    needs: 'canUpdateCustomer',
    summary: '保存前查疑似重复：名称相近，或手机号、统一社会信用代码、微信号相同',
    input: z.strictObject({
      /** The customer that is being edited, which is not like itself. */
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
      /** By what others look alike that the person does not reach; whose they are and how many is not told. */
      hidden: z.array(Likeness),
    }),
    audited: false,
    answerKept: false,
  }),
  options: endpoint('GET /api/customers/options', {
    needs: 'canReadCustomer',
    summary: '选客户用的名单：编号和名称；不含已流失的，除非按编号查',
    input: z.strictObject({ keyword: Keyword, id: many(Id) }),
    output: z.array(Option),
  }),
}

const Reason = line('原因', 200).min(2)

/** The most customers that one transfer takes. */
export const MOST_TRANSFERRED = 100

/** What stood in the way of one row of a transfer; `rules.ts` has a sentence for each. */
export const TransferProblem = z.enum(['notFound', 'owner', 'same'])

export type TransferProblem = z.output<typeof TransferProblem>

/** Who was in charge, from one instant to the next. */
const Ownership = z.object({
  id: z.int(),
  ownerName: z.string(),
  fromAt: z.iso.datetime(),
  toAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  byName: z.string().nullable(),
})

/** The steps of a customer's life but churn and win-back, which are the churn record's, and who is in charge of it. */
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
  colleagues: endpoint('GET /api/customers/:customerId/colleagues', {
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

/** Gives customers to another owner; `customer-transfers` serves it, with the follow-ups that go along. */
export const customerTransfers = {
  transfer: endpoint('POST /api/customers/transfer', {
    needs: 'canTransferCustomer',
    summary: '把客户移交给另一位负责商务，一次最多 100 位，逐条给出结果',
    // Each customer that was given leaves a line; where nobody could be, nothing was changed.
    audited: false,
    input: z.strictObject({
      ids: z.array(Id).min(1).max(MOST_TRANSFERRED).meta({ title: '客户' }),
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
