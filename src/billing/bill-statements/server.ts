import { assertReachesBill, lockBill } from '#billing/customer-bills/queries.ts'
import { AppError, notFound } from '#kit/errors.ts'
import { digitCode, hashToken, newToken } from '#kit/secret.ts'
import { type Context, serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { billStatements, type Statement, statementRules } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'
import { hashCode } from './secrets.ts'

type Answers = Awaited<ReturnType<typeof queries.findAnswers>>

/** Statement of a bill as staff see it; the caller has checked the scope. */
async function readStatement(
  { db, clock }: Context,
  billId: number,
  companyCode: string,
): Promise<Statement> {
  const link = await queries.findLink(db, billId)
  const { events, views } = await queries.findEvents(db, billId)
  return {
    billId,
    views,
    isOn: (await queries.findRule(db, companyCode)).isOn,
    status: await queries.findStatus(db, billId),
    link: link
      ? {
          id: link.id,
          madeByName: link.madeByName,
          tries: link.tries,
          state: rules.linkState(link, clock()),
          madeAt: link.madeAt.toISOString(),
          expiresAt: link.expiresAt.toISOString(),
        }
      : null,
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    answers: toAnswers(await queries.findAnswers(db, billId)),
  }
}

function toAnswers(answers: Answers): Statement['answers'] {
  const latest = rules.latestByLine(answers)
  return answers.map(({ linkId: _link, at, settledAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    isOver: latest.get(row.position)?.id !== row.id,
  }))
}

const auditEntry = (action: string, recordId: number, companyCode: string, changes: object) => ({
  action,
  entity: 'customer-bill' as const,
  recordId,
  companyCode,
  changes: changes as never,
})

export const billStatementsServer = serve(billStatements, {
  get: async (context, { id }) => {
    await assertReachesBill(context.db, context.actor, id)
    return readStatement(context, id, await queries.companyOf(context.db, id))
  },

  make: async (context, { id }) => {
    const { db, actor, clock, record, keyFor } = context
    const bill = await lockBill(db, actor, id)
    rules.assertShowable(bill)
    const { companyCode } = bill
    rules.assertEnabled((await queries.findRule(db, companyCode)).isOn)
    const now = clock()
    await queries.lockStatement(db, bill, now)
    await queries.revokeLink(db, id, actor.id, now)
    const [token, code] = [newToken(), digitCode(rules.CODE_DIGITS)]
    const tokenHash = hashToken(token)
    const expiresAt = new Date(now.getTime() + rules.LINK_LIFE_MS)
    await queries.insertLink(db, {
      companyCode,
      billId: id,
      tokenHash,
      madeAt: now,
      madeBy: actor.id,
      expiresAt,
      codeHash: hashCode(keyFor('statement'), tokenHash, code),
    })
    record(auditEntry('statement-make', id, companyCode, { expiresAt: [null, expiresAt.toISOString()] }))
    return { path: `/s/${token}`, code, statement: await readStatement(context, id, companyCode) }
  },

  revoke: async (context, { id }) => {
    const { db, actor, clock, record } = context
    const bill = await lockBill(db, actor, id)
    const { companyCode } = bill
    await queries.lockStatement(db, bill, clock())
    if (!(await queries.revokeLink(db, id, actor.id, clock()))) {
      throw new AppError('WRONG_STATE', '这张账单没有可以撤销的对账链接。')
    }
    record(auditEntry('statement-revoke', id, companyCode, { revokedAt: [null, clock().toISOString()] }))
    return readStatement(context, id, companyCode)
  },

  settle: async (context, { id, answerId, reply }) => {
    const { db, actor, clock, record } = context
    const bill = await lockBill(db, actor, id)
    await queries.lockStatement(db, bill, clock())
    const answers = toAnswers(await queries.findAnswers(db, id))
    const answer = answers.find((one) => one.id === answerId)
    if (!answer) throw notFound('这条异议')
    if (answer.answer !== 'objected' || answer.settledAt !== null || answer.isOver) {
      throw new AppError('WRONG_STATE', '这条异议已经答复，或商家已经改口，请刷新后再看。')
    }
    await queries.settleAnswer(db, answerId, { reply, settledAt: clock(), settledBy: actor.id })
    await queries.refreshStatus(db, id, clock())
    const changes = { position: [null, answer.position], reply: [null, reply] }
    record(auditEntry('statement-settle', id, bill.companyCode, changes))
    return readStatement(context, id, bill.companyCode)
  },
})

export const statementRulesServer = serve(statementRules, {
  get: ({ db, actor }) => queries.findRule(db, actor.companyCode),

  set: async ({ db, actor, clock, record }, { isOn, version }) => {
    const { companyCode } = actor
    const before = await queries.findRule(db, companyCode)
    const stamp = updatedNow({ actor, clock })
    const after = await queries.putRule(db, { companyCode, isOn, ...stamp }, version)
    if (!after) throw new AppError('STALE', '这项设置刚被别人修改过，请刷新后再改。')
    record({
      action: 'update',
      entity: 'statement-rule',
      recordId: companyCode,
      changes: { isOn: [before.isOn, after.isOn] },
    })
    return after
  },
})
