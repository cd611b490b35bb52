import * as z from 'zod'
import { StatementStatus } from '#billing/customer-bills/contract.ts'
import { endpoint, Id, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

export const StatementAnswer = z.enum(['confirmed', 'objected'])
export const StatementEvent = z.enum(['opened', 'wrong-code', 'entered', 'viewed', 'confirmed', 'objected'])

export type StatementAnswer = z.output<typeof StatementAnswer>
export type StatementEvent = z.output<typeof StatementEvent>

/** The newest link of a bill. Token and code are stored as hashes only, so neither can be shown again. */
const Link = z.object({
  id: z.int(),
  state: z.enum(['live', 'locked', 'expired', 'revoked']),
  madeAt: z.iso.datetime(),
  madeByName: z.string(),
  expiresAt: z.iso.datetime(),
  /** Consecutive wrong codes. */
  tries: z.int(),
})

/** The merchant's answer to a line, and our reply to it. */
export const Answer = z.object({
  id: z.int(),
  position: z.int(),
  answer: StatementAnswer,
  note: z.string().nullable(),
  at: z.iso.datetime(),
  reply: z.string().nullable(),
  settledAt: z.iso.datetime().nullable(),
  settledByName: z.string().nullable(),
  /** Whether a later answer to the same line replaces this one. */
  isOver: z.boolean(),
})

export type Answer = z.output<typeof Answer>

export const Statement = z.object({
  billId: z.int(),
  /** Whether the company has switched statement pages on. */
  isOn: z.boolean(),
  status: StatementStatus.nullable(),
  link: Link.nullable(),
  /** Events of all links of the bill, newest first, at most 50. */
  events: z.array(z.object({ id: z.int(), what: StatementEvent, at: z.iso.datetime(), ip: z.string() })),
  views: z.int(),
  answers: z.array(Answer),
})

export type Statement = z.output<typeof Statement>

/** Whether statement pages are on. Version 0 means no saved setting, which is off. */
export const StatementRule = z.object({ isOn: z.boolean(), version: z.int() })

export type StatementRule = z.output<typeof StatementRule>

export const billStatements = {
  get: endpoint('GET /api/customer-bills/:id/statement', {
    needs: 'canChargeCustomer',
    summary: '账单的对账链接：状态、访问记录、商家的确认和异议',
    input: z.strictObject({ id: Id }),
    output: Statement,
  }),
  make: endpoint('POST /api/customer-bills/:id/statement', {
    needs: 'canChargeCustomer',
    summary: '生成对账链接和提取码，只显示这一次；原来的链接随即失效',
    input: z.strictObject({ id: Id }),
    output: z.object({ path: z.string(), code: z.string(), statement: Statement }),
    answerKept: false,
  }),
  revoke: endpoint('POST /api/customer-bills/:id/statement/revoke', {
    needs: 'canChargeCustomer',
    summary: '撤销对账链接，商家不能再打开',
    input: z.strictObject({ id: Id }),
    output: Statement,
  }),
  settle: endpoint('POST /api/customer-bills/:id/statement/answers/:answerId/settle', {
    needs: 'canChargeCustomer',
    summary: '答复商家的异议，商家在对账页面能看到',
    input: z.strictObject({ id: Id, answerId: Id, reply: line('答复', 200) }),
    output: Statement,
  }),
}

export const statementRules = {
  get: endpoint('GET /api/statement-rules', {
    needs: 'canChargeCustomer',
    summary: '本公司是否开启商家对账页面',
    input: z.strictObject({}),
    output: StatementRule,
  }),
  set: endpoint('PATCH /api/statement-rules', {
    needs: 'canAdmin',
    summary: '开启或关闭商家对账页面；关闭后所有对账链接立即打不开',
    input: z.strictObject({
      isOn: z.boolean().meta({ title: '商家对账页面' }),
      version: Version.or(z.literal(0)),
    }),
    output: StatementRule,
  }),
}
