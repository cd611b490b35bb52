import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, dayOf } from '#kit/calendar.ts'
import { correctDay, revokeCorrection } from '#operations/imports/queries.ts'
import { insertQuestion, updateQuestion } from '#reporting/figures/questionQueries.ts'

/** A day of an agent in the team of the account `head`, as imported. */
interface AgentDay {
  storeId: number
  companyCode: string
  nick: string
  consultUsers: number
  headId: number
  agentId: number
  worklogId: number
  on: string
}

/** Days before today, outside the range that the end-to-end tests use. */
const DAYS_AGO = 8

/**
 * Seeds questions, corrections and differences: two open questions, one answered by a correction, a revoked correction,
 * and logs that differ from the files.
 */
export async function seedFigureQuestions(db: Database, now: Date): Promise<void> {
  const days = await findDays(db, addDays(dayOf(now), -DAYS_AGO))
  const [first, second, third, fourth] = days
  if (!first || !second || !third || !fourth) throw new Error('the demo’s head has too few stores')
  const at = new Date(now.getTime() - 2 * 86_400_000)
  const answered = await askQuestion(db, first, at, '其中 3 人是同事测试，请扣除。')
  await correct(db, first, { reason: '扣除同事测试的 3 人', questionId: answered, at })
  const { headId } = first
  const answerValues = {
    status: 'answered' as const,
    outcome: 'corrected' as const,
    answer: '核对过平台后台，已扣除测试的 3 人。',
  }
  await updateQuestion(db, answered, {
    ...answerValues,
    answeredAt: at,
    answeredBy: headId,
    updatedAt: at,
    updatedBy: headId,
  })
  const actId = await correct(db, second, { reason: '平台漏算夜班 3 人', questionId: null, at })
  await revokeCorrection(db, { actId, staffId: headId, at: now })
  await askQuestion(db, third, now, '平台后台看到的多 5 人，是不是漏了一个子账号？')
  await askQuestion(db, fourth, now, '那天停电两小时，数字好像偏高。')
  await keyDifferently(db, days.slice(1, 4))
}

/** Imported days of the stores that the account `head` leads, each with the approved log of the serving agent. */
async function findDays(db: Database, on: string): Promise<AgentDay[]> {
  const { rows } = await sql<AgentDay>`
    select a.store_id, a.company_code, a.nick, a.consult_users, head.id as head_id, w.staff_id as agent_id,
      w.id as worklog_id, a.on_day as on
    from staff head
      join store on store.leader_id = head.id and store.status = 'serving'
      join agent_daily a on a.store_id = store.id and a.source = 'imported'
      join worklog_line l on l.store_id = a.store_id and l.nick = a.nick
      join worklog w on w.id = l.worklog_id and w.on_day = a.on_day and w.status = 'approved'
    where head.username = 'head' and a.on_day between ${on}::date - 6 and ${on}::date
      and a.consult_users > 20 and a.unreplied < 10
    order by a.on_day desc, a.store_id, a.nick limit 4`.execute(db)
  return rows
}

async function askQuestion(
  db: Database,
  { storeId, companyCode, consultUsers, headId, agentId, on }: AgentDay,
  at: Date,
  question: string,
): Promise<number> {
  return insertQuestion(db, {
    companyCode,
    subject: 'store',
    storeId,
    metric: 'volume',
    fromOn: on,
    toOn: on,
    question,
    place: `/daily-store-report?from=${on}&to=${on}&storeId=${storeId}`,
    shownValue: consultUsers,
    ownerId: headId,
    createdAt: at,
    createdBy: agentId,
    updatedAt: at,
    updatedBy: agentId,
  })
}

async function correct(
  db: Database,
  { storeId, companyCode, nick, consultUsers, headId, on }: AgentDay,
  why: { reason: string; questionId: number | null; at: Date },
): Promise<number> {
  const changes = { consult_users: consultUsers - 3 }
  const shownValues = { consult_users: consultUsers }
  const { actId } = await correctDay(db, {
    storeId,
    companyCode,
    on,
    nick,
    changes,
    expected: shownValues,
    staffId: headId,
    ...why,
  })
  return actId
}

/** Approved logs in which the agent keyed three users fewer than the file contains; the file takes precedence. */
async function keyDifferently(db: Database, days: readonly AgentDay[]): Promise<void> {
  for (const { storeId, companyCode, nick, consultUsers, worklogId, on } of days) {
    await sql`update worklog_line set source = 'keyed', consult_users = ${consultUsers - 3}, unreplied = 0
      where worklog_id = ${worklogId} and store_id = ${storeId} and nick = ${nick}`.execute(db)
    await sql`insert into keyed_figure
        (company_code, store_id, on_day, nick, worklog_id, entered_at, consult_users, unreplied, replied, reply_base)
      select ${companyCode}, ${storeId}, ${on}, ${nick}, id, reviewed_at, ${consultUsers - 3}, 0, ${consultUsers - 3},
        ${consultUsers - 3} from worklog where id = ${worklogId}`.execute(db)
  }
}
