import { type KeyObject, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { StatementStatus } from '#billing/customer-bills/contract.ts'
import type { Database } from '#db/connect.ts'
import { hashToken, newToken } from '#kit/secret.ts'
import { StatementAnswer } from './contract.ts'
import { notifyAnswer } from './notify.ts'
import * as visits from './queries.ts'
import {
  findAnswers,
  findStatus,
  insertAnswers,
  type LiveLink,
  lockStatement,
  refreshStatus,
  type ShownBill,
} from './queries.ts'
import { latestByLine, MAX_ANSWERS, MAX_NOTE, SESSION_LIFE_MS } from './rules.ts'
import { hashCode, isValidFormKey } from './secrets.ts'

/** A request to a link. */
export interface Visit {
  db: Database
  key: KeyObject
  now: Date
  ip: string
  token: string
  /** Session token from the cookie. */
  session: string | undefined
}

/** A bill with the answers so far, for the merchant's page. */
export interface StatementView extends ShownBill {
  link: LiveLink
  session: string
  status: StatementStatus
  answers: Awaited<ReturnType<typeof findAnswers>>
}

/** `gone`: the link is invalid, without a reason; `code`: the code is required first. */
export type Outcome =
  | { is: 'gone' }
  | { is: 'code'; wrong: boolean }
  | { is: 'entered'; session: string }
  | { is: 'shown'; shown: StatementView; problem: string | null; at: number | null }
  | { is: 'taken'; position: number | null }

const GONE = { is: 'gone' } as const

const linkOf = ({ db, token, now }: Visit) => visits.findLiveLink(db, hashToken(token), now)

/** Opens a link: returns the bill for a valid session, else the code form. */
export async function openLink(visit: Visit): Promise<Outcome> {
  const link = await linkOf(visit)
  if (!link) return GONE
  const session = await sessionOf(visit, link)
  await visits.insertEvent(visit.db, { ...eventOf(visit, link), what: session ? 'viewed' : 'opened' })
  if (!session) return { is: 'code', wrong: false }
  return { is: 'shown', shown: await readShown(visit, link, session), problem: null, at: null }
}

/** Checks a code; the last wrong attempt locks the link. */
export async function enterCode(visit: Visit, code: string): Promise<Outcome> {
  const tokenHash = hashToken(visit.token)
  const sentHash = hashCode(visit.key, tokenHash, code)
  return visit.db.transaction().execute(async (db) => {
    const link = await visits.findLiveLink(db, tokenHash, visit.now)
    const codeHash = link && (await visits.countTry(db, link.id))
    if (!link || !codeHash) return GONE
    const event = eventOf(visit, link)
    if (!timingSafeEqual(codeHash, sentHash)) {
      await visits.insertEvent(db, { ...event, what: 'wrong-code' })
      return (await visits.findLiveLink(db, tokenHash, visit.now)) ? { is: 'code', wrong: true } : GONE
    }
    const session = newToken()
    const expiresAt = new Date(visit.now.getTime() + SESSION_LIFE_MS)
    await visits.insertSession(db, { tokenHash: hashToken(session), linkId: link.id, expiresAt }, visit.now)
    await visits.insertEvent(db, { ...event, what: 'entered' })
    return { is: 'entered', session }
  })
}

/** Fields of an answer form; `all` confirms every line without an answer. */
const AnswerForm = z.object({
  key: z.string().max(100),
  position: z.union([z.literal('all'), z.string().regex(/^[1-9]\d{0,4}$/)]),
  answer: StatementAnswer,
  note: z
    .string()
    .max(2_000)
    .default('')
    .transform((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()),
})

/** Validates and saves an answer of the merchant. */
export async function answer(visit: Visit, form: unknown): Promise<Outcome> {
  const link = await linkOf(visit)
  if (!link) return GONE
  const session = await sessionOf(visit, link)
  if (!session) return { is: 'code', wrong: false }
  const sent = AnswerForm.safeParse(form)
  if (!sent.success || !isValidFormKey(visit.key, session, sent.data.key)) {
    return shownWithProblem(visit, link, session, '页面已经过期，请在这里重新提交。', null)
  }
  const { position, note } = sent.data
  const at = position === 'all' ? null : Number(position)
  if (sent.data.answer === 'objected') {
    if (at === null || note === '') return shownWithProblem(visit, link, session, '请写明有异议的地方。', at)
    if ([...note].length > MAX_NOTE) {
      return shownWithProblem(visit, link, session, `说明最多 ${MAX_NOTE} 个字，请写短一些。`, at)
    }
  }
  const isSaved = await saveAnswer(visit, link, { at, note, answer: sent.data.answer })
  if (!isSaved) return shownWithProblem(visit, link, session, '这一行不能再回复，请联系发给您链接的人。', at)
  return { is: 'taken', position: at }
}

interface SubmittedAnswer {
  at: number | null
  answer: StatementAnswer
  note: string
}

/** Saves the answer and sends notices; false if the line does not exist or the link's answer limit is exceeded. */
async function saveAnswer(visit: Visit, link: LiveLink, submitted: SubmittedAnswer): Promise<boolean> {
  return visit.db.transaction().execute(async (db) => {
    await lockStatement(db, { id: link.billId, companyCode: link.companyCode }, visit.now)
    const { bill, lines } = await visits.readShownBill(db, link.billId)
    const latest = latestByLine(await findAnswers(db, link.billId))
    const positions = lines
      .map(({ position }) => position)
      .filter((position) => (submitted.at === null ? !latest.has(position) : position === submitted.at))
    const answerCount = await visits.countAnswers(db, link.id)
    if ((submitted.at !== null && positions.length === 0) || answerCount + positions.length > MAX_ANSWERS)
      return false
    const { companyCode, billId, id: linkId } = link
    const note = submitted.answer === 'objected' ? submitted.note : null
    await insertAnswers(
      db,
      positions.map((position) => ({
        companyCode,
        billId,
        linkId,
        position,
        answer: submitted.answer,
        note,
        at: visit.now,
      })),
    )
    await visits.insertEvent(db, { ...eventOf(visit, link), what: submitted.answer })
    const status = await refreshStatus(db, billId, visit.now)
    await notifyAnswer(db, { link, bill, status, submitted, at: visit.now })
    return true
  })
}

const eventOf = ({ now, ip }: Visit, { id }: LiveLink) => ({ linkId: id, at: now, ip })

async function sessionOf({ db, now, session }: Visit, link: LiveLink): Promise<string | undefined> {
  const isValid = session !== undefined && (await visits.hasSession(db, hashToken(session), link.id, now))
  return isValid ? session : undefined
}

async function readShown({ db }: Visit, link: LiveLink, session: string): Promise<StatementView> {
  return {
    ...(await visits.readShownBill(db, link.billId)),
    link,
    session,
    status: (await findStatus(db, link.billId)) ?? 'sent',
    answers: await findAnswers(db, link.billId),
  }
}

async function shownWithProblem(
  visit: Visit,
  link: LiveLink,
  session: string,
  problem: string,
  at: number | null,
): Promise<Outcome> {
  return { is: 'shown', shown: await readShown(visit, link, session), problem, at }
}
