import { createHash } from 'node:crypto'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import { addDays, dayOf } from '#kit/calendar.ts'
import { encrypt } from '#kit/encryption.ts'
import type { KeyFor } from '#kit/keys.ts'
import { advance, insertMany } from './bulk.ts'
import { KINDS, type Kind, placesOf, targeted } from './claimKinds.ts'
import { type ClaimStart, claimStarts, HOUR_MS, type Status } from './claimStates.ts'
import { random } from './random.ts'
import { receiptPicture } from './receiptPicture.ts'
import type { TrailLine } from './trail.ts'

const NOTES = {
  returned: '发票抬头不是公司全称，请换开后再提交。',
  rejected: '不属于公司费用，请走个人垫付说明。',
}

type Person = Awaited<ReturnType<typeof peopleOf>>[number]

async function peopleOf(db: Database) {
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'companyCode', 'role', 'payeeBank', 'payeeCard'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}

/**
 * Seeds claims in every state over the last two months and settled ones of earlier months, with small receipt images.
 * Returns their audit lines.
 */
export async function seedClaims(db: Database, now: Date, keyFor: KeyFor): Promise<TrailLine[]> {
  const people = await peopleOf(db)
  const places = await placesOf(db)
  const applicants = people.filter(({ role }) => role !== ROLES.admin)
  const claims = claimStarts(now).map((beginning, index) => {
    const { at } = beginning
    const applicant = applicants[(at * 5) % applicants.length] as Person
    const claim = claimOf({ ...beginning, id: index + 1 }, applicant, people, keyFor)
    const companyPlaces = places.get(applicant.companyCode) ?? []
    return {
      ...claim,
      items: targeted(claim.items, KINDS[at % KINDS.length], companyPlaces[(at * 7) % companyPlaces.length]),
    }
  })
  const numbered = withCodes(claims.map(({ bill }) => bill))
  await insertMany(db, 'reimbursementBill', numbered)
  await insertMany(
    db,
    'reimbursementItem',
    claims.flatMap(({ items }) => items),
  )
  await insertMany(
    db,
    'reimbursementDecision',
    claims.flatMap(({ decisions }) => decisions),
  )
  await insertMany(
    db,
    'attachment',
    claims.flatMap(({ files }) => files),
  )
  await insertMany(db, 'counter', countersOf(numbered))
  for (const table of ['reimbursementBill', 'reimbursementItem', 'reimbursementDecision'] as const)
    await advance(db, table)
  return claims.flatMap(({ lines }) => lines)
}

function claimOf(
  { id, at, status, begun }: ClaimStart & { id: number },
  applicant: Person,
  people: readonly Person[],
  keyFor: KeyFor,
) {
  const chance = random(`claim ${at + 1}`)
  const kind = KINDS[at % KINDS.length] as Kind
  const items = itemsOf(id, kind, dayOf(begun), chance)
  const totalCents = items.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const reviewers = people.filter(
    ({ companyCode, role, id: staffId }) =>
      companyCode === applicant.companyCode &&
      staffId !== applicant.id &&
      (role === ROLES.finance || role === ROLES.admin),
  )
  const level = applicant.role === ROLES.finance ? 'admin' : 'finance'
  const decider = reviewers.find(({ role }) => (role === ROLES.admin) === (level === 'admin'))
  const payer = reviewers.find((one) => one !== decider) ?? decider
  const bill = billOf({ id, kind, status, applicant, begun, totalCents, level, decider, payer, keyFor })
  for (const item of items) item.approvedCents = isApproved(status) ? item.amountCents : null
  return {
    bill,
    items,
    decisions: decisionsOf(bill, decider),
    files: items.map((item) => fileOf(item, applicant, begun)),
    lines: linesOf(bill, applicant, decider, payer),
  }
}

function itemsOf(
  billId: number,
  { category, low, high }: Kind,
  day: string,
  chance: ReturnType<typeof random>,
) {
  const count = chance.between(1, 3)
  return Array.from({ length: count }, (_, position) => ({
    id: billId * 10 + position,
    billId,
    position,
    category,
    onDay: addDays(day, -chance.between(0, 6)),
    amountCents: chance.between(low * 100, high * 100),
    approvedCents: null as number | null,
    invoiceNo: chance.chance(0.7) ? String(chance.between(10_000_000, 99_999_999)) : null,
    what: null,
  }))
}

interface Facts {
  id: number
  kind: Kind
  status: Status
  applicant: Person
  begun: Date
  totalCents: number
  level: string
  decider: Person | undefined
  payer: Person | undefined
  keyFor: KeyFor
}

/** When a claim was submitted, decided and paid, after its creation. */
const SUBMITTED_AFTER_HOURS = 1
const DECIDED_AFTER_HOURS = 20
const PAID_AFTER_HOURS = 26

const hoursAfter = (time: Date, hours: number) => new Date(time.getTime() + hours * HOUR_MS)

/** Whether the claim was approved; a paid one was. */
const isApproved = (status: Status) => status === 'approved' || status === 'paid'

function billOf(facts: Facts) {
  const { id, kind, status, applicant, begun, totalCents, level } = facts
  const isSubmitted = status !== 'draft'
  return {
    id,
    companyCode: applicant.companyCode,
    code: '',
    staffId: applicant.id,
    month: dayOf(begun).slice(0, 7),
    title: kind.title,
    status,
    totalCents,
    round: isSubmitted ? 1 : 0,
    approvedCents: isApproved(status) ? totalCents : null,
    levels: status === 'submitted' ? [level] : [],
    ...payeeColumns(facts),
    submittedAt: isSubmitted ? hoursAfter(begun, SUBMITTED_AFTER_HOURS) : null,
    ...decisionColumns(facts),
    ...paymentColumns(facts),
    createdAt: begun,
    createdBy: applicant.id,
    updatedAt: hoursAfter(begun, PAID_AFTER_HOURS),
    updatedBy: applicant.id,
  }
}

/** The applicant's bank account, which is copied to the claim when it is submitted. */
function payeeColumns({ id, status, applicant, keyFor }: Facts) {
  const isSubmitted = status !== 'draft'
  const card = isSubmitted && applicant.payeeCard ? applicant.payeeCard : null
  const sealed = card && encrypt(keyFor('payee-card'), Buffer.from(card), `reimbursement ${id}`)
  return {
    payeeName: isSubmitted ? applicant.name : null,
    payeeBank: isSubmitted ? applicant.payeeBank : null,
    payeeCardSealed: sealed && `\\x${sealed.toString('hex')}`,
    payeeCardEnd: card?.slice(-4) ?? null,
  }
}

function decisionColumns({ status, begun, decider }: Facts) {
  const note = status === 'returned' || status === 'rejected' ? NOTES[status] : null
  const isDecided = isApproved(status) || note !== null
  return {
    decidedAt: isDecided ? hoursAfter(begun, DECIDED_AFTER_HOURS) : null,
    decidedBy: isDecided ? (decider?.id ?? null) : null,
    note,
  }
}

function paymentColumns({ id, status, begun, decider, payer }: Facts) {
  const isPaid = status === 'paid'
  const paidAt = hoursAfter(begun, PAID_AFTER_HOURS)
  const paidOn = dayOf(paidAt)
  return {
    paidOn: isPaid ? paidOn : null,
    paidAt: isPaid ? paidAt : null,
    paidBy: isPaid ? (payer?.id ?? null) : null,
    paidByApprover: isPaid && payer === decider,
    voucherNo: isPaid ? `HD${paidOn.replaceAll('-', '')}${String(id).padStart(3, '0')}` : null,
  }
}

type Bill = ReturnType<typeof billOf>

function decisionsOf(bill: Bill, decider: Person | undefined) {
  if (!bill.decidedAt || !decider) return []
  const verdict = bill.status === 'paid' ? 'approved' : bill.status
  const level = decider.role === ROLES.admin ? 'admin' : 'finance'
  const { id: billId, round, approvedCents, note, decidedAt: at } = bill
  return [{ billId, round, level, verdict, byId: decider.id, approvedCents, note, at, id: billId }]
}

function fileOf(item: { id: number; billId: number }, applicant: Person, at: Date) {
  const picture = receiptPicture(String(item.id))
  const digest = createHash('sha256').update(picture).digest('hex')
  return {
    id: digest.slice(0, 32),
    billId: item.billId,
    itemId: item.id,
    name: `票据${item.id}.png`,
    type: 'image/png',
    bytes: picture.length,
    digest: `\\x${digest}`,
    content: `\\x${picture.toString('hex')}`,
    createdAt: at,
    createdBy: applicant.id,
  }
}

/** Numbers the claims by company and day, in order of creation. */
function withCodes(bills: readonly Bill[]): Bill[] {
  const last = new Map<string, number>()
  return bills.map((bill) => {
    const prefix = `BX${dayOf(bill.createdAt).replaceAll('-', '')}`
    const key = `${bill.companyCode} ${prefix}`
    const number = (last.get(key) ?? 0) + 1
    last.set(key, number)
    return { ...bill, code: `${prefix}${String(number).padStart(4, '0')}` }
  })
}

function countersOf(bills: readonly Bill[]) {
  const last = new Map(
    bills.map(({ companyCode, code }) => [companyCode + code.slice(0, -4), { companyCode, code }]),
  )
  return [...last.values()].map(({ companyCode, code }) => ({
    companyCode,
    prefix: code.slice(0, -4),
    last: Number(code.slice(-4)),
  }))
}

function linesOf(bill: Bill, applicant: Person, decider: Person | undefined, payer: Person | undefined) {
  const { id, companyCode, title, totalCents, status, approvedCents, note, paidOn, voucherNo } = bill
  const about = { companyCode, entity: 'reimbursement', recordId: String(id) }
  const line = (by: Person, at: Date, action: string, changes: TrailLine['changes']): TrailLine => ({
    ...about,
    actorId: by.id,
    actorName: by.name,
    at,
    action,
    changes,
  })
  const lines = [
    line(applicant, bill.createdAt, 'create', { title: [null, title], totalCents: [null, totalCents] }),
  ]
  if (bill.submittedAt)
    lines.push(line(applicant, bill.submittedAt, 'submit', { status: ['draft', 'submitted'] }))
  if (bill.decidedAt && decider) {
    const after = status === 'paid' ? 'approved' : status
    const action = { approved: 'approve', returned: 'return', rejected: 'reject' }[after as 'approved']
    const decisionChanges: TrailLine['changes'] = note
      ? { note: [null, note] }
      : { approvedCents: [null, approvedCents] }
    lines.push(line(decider, bill.decidedAt, action, { status: ['submitted', after], ...decisionChanges }))
  }
  if (bill.paidAt && payer) {
    const paid: TrailLine['changes'] = { paidOn: [null, paidOn], voucherNo: [null, voucherNo] }
    lines.push(line(payer, bill.paidAt, 'pay', { status: ['approved', 'paid'], ...paid }))
  }
  return lines
}
