import { sql } from 'kysely'
import { updateClaim } from '#clients/stores/nicks/claimQueries.ts'
import { fileClaims } from '#clients/stores/nicks/queries.ts'
import { claimLine } from '#clients/stores/nicks/rules.ts'
import type { Database } from '#db/connect.ts'
import { addDays, dayOf } from '#kit/calendar.ts'
import type { TrailLine } from './trail.ts'

interface NickCandidate {
  companyCode: string
  storeId: number
  nick: string
  claimantId: number
  claimant: string
  headId: number
  head: string
}

const DAY_MS = 86_400_000

/**
 * Seeds a pending claim, for the head, to a nick of a team mate, and a claim that the head rejected yesterday. Returns
 * the audit lines.
 */
export async function seedNickClaims(db: Database, now: Date): Promise<TrailLine[]> {
  const today = dayOf(now)
  const mate = await findNickOfMate(db, today)
  const unmatched = await findUnmatchedOfTeam(db, today)
  if (!mate || !unmatched) throw new Error('the demo’s team has no nick to claim')
  return [
    ...(await reject(db, unmatched, new Date(now.getTime() - DAY_MS))),
    ...(await claim(db, mate, addDays(today, -2), new Date(now.getTime() - DAY_MS / 24))),
  ]
}

/** A nick of a store's main agent, and the second agent, who claims it. */
async function findNickOfMate(db: Database, today: string) {
  const { rows } = await sql<NickCandidate & { holderId: number; holder: string }>`
    select store.company_code, store.id as store_id, a.nick, second.id as claimant_id, second.name as claimant,
      head.id as head_id, head.name as head, main.id as holder_id, main.name as holder
    from staff head
      join staff second on second.parent_id = head.id and second.status = 'active'
      join store_assignment s on s.staff_id = second.id and s.duty = 'second' and s.from_on < ${today}::date - 30
        and s.to_on is null
      join store on store.id = s.store_id and store.status = 'serving'
      join agent_account a on a.store_id = store.id and a.to_on is null and a.staff_id <> second.id
      join staff main on main.id = a.staff_id and main.parent_id = head.id
    where head.username = 'head' order by store.id, a.nick limit 1`.execute(db)
  return rows[0]
}

/** An unbound nick in the head's team, and the main agent of its store. */
async function findUnmatchedOfTeam(db: Database, today: string) {
  const { rows } = await sql<NickCandidate & { fromOn: string }>`
    select store.company_code, store.id as store_id, d.nick, main.id as claimant_id, main.name as claimant,
      head.id as head_id, head.name as head, min(d.on_day) as from_on
    from staff head
      join staff main on main.parent_id = head.id and main.status = 'active'
      join store_assignment s on s.staff_id = main.id and s.duty = 'main' and s.from_on < ${today}::date - 30
        and s.to_on is null
      join store on store.id = s.store_id and store.status = 'serving'
      join agent_daily d on d.store_id = store.id and d.on_day > ${today}::date - 10
    where head.username = 'head' and not exists (
      select from agent_account a where a.store_id = d.store_id and a.nick = d.nick)
    group by store.company_code, store.id, d.nick, main.id, main.name, head.id, head.name
    order by store.id limit 1`.execute(db)
  return rows[0]
}

async function claim(
  db: Database,
  found: NickCandidate & { holderId: number; holder: string },
  fromOn: string,
  at: Date,
): Promise<TrailLine[]> {
  const { companyCode, storeId, nick, claimantId, claimant, holderId, holder } = found
  const by = { id: claimantId, name: claimant, now: at }
  const holderFields = { takesOver: true, holder: { staffId: holderId, staffName: holder } }
  const { lines } = await fileClaims(db, by, [{ companyCode, storeId, nick, fromOn, ...holderFields }])
  return lines.map((line) => ({
    ...line,
    companyCode,
    actorId: claimantId,
    actorName: claimant,
    at,
    recordId: String(line.recordId),
  }))
}

async function reject(
  db: Database,
  found: NickCandidate & { fromOn: string },
  at: Date,
): Promise<TrailLine[]> {
  const { companyCode, storeId, nick, fromOn, claimantId, claimant, headId, head } = found
  const reason = '这是夜班共用的号，先不归到一个人。'
  const before = new Date(at.getTime() - DAY_MS / 24)
  const { ids, lines } = await fileClaims(db, { id: claimantId, name: claimant, now: before }, [
    { companyCode, storeId, nick, fromOn },
  ])
  const decided = { decidedAt: at, decidedBy: headId, updatedAt: at, updatedBy: headId }
  await updateClaim(db, ids[0] ?? 0, { status: 'rejected', reason, ...decided })
  const rejected = claimLine('reject-nick', { ...found, staffId: claimantId }, { reason: [null, reason] })
  return [
    ...lines.map((line) => ({ line, actorId: claimantId, actorName: claimant, at: before })),
    { line: rejected, actorId: headId, actorName: head, at },
  ].map(({ line, ...by }) => ({ ...line, companyCode, ...by, recordId: String(line.recordId) }))
}
