import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { changeAccount, deleteAccount, findBindings, insertAccount } from './bindingQueries.ts'
import { BINDING_JSON, UNCHANGED_SINCE_CONFIRMED } from './claimQueries.ts'
import { type Binding, bindNicks } from './queries.ts'
import { planTakeover } from './rules.ts'

interface Writer {
  staffId: number
  now: Date
}

interface NickKey {
  storeId: number
  nick: string
}

/** Throws HT001 (PERIOD_CLOSED) if the company has closed the month of the day or a later one. */
export async function assertOpenFrom(db: Database, companyCode: string, fromOn: Day): Promise<void> {
  await sql`select assert_months_open(${companyCode}, date_trunc('month', ${fromOn}::date)::date, 'infinity')`.execute(
    db,
  )
}

/** Id and version of each binding of a nick as text, which differs after every change of the bindings. */
export async function bindingVersions(db: Database, { storeId, nick }: NickKey): Promise<string> {
  const { rows } = await sql<{ bindings: string }>`
    select coalesce(string_agg(id || ':' || version, ' ' order by id), '') as bindings
    from agent_account where store_id = ${storeId} and nick = ${nick}`.execute(db)
  return rows[0]?.bindings ?? ''
}

/** The bindings of a nick with all their columns, as JSON. */
export async function bindingsJson(db: Database, { storeId, nick }: NickKey): Promise<string> {
  const { rows } = await sql<{ rows: string }>`
    select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]')::text as rows
    from agent_account a where store_id = ${storeId} and nick = ${nick}`.execute(db)
  return rows[0]?.rows ?? '[]'
}

/**
 * Binds the nick of a claim to the claimant; the caller has locked the store. A takeover ends the bindings of other
 * people; otherwise throws CONFLICT if the nick is bound to another person on the first day. Throws PERIOD_CLOSED if a
 * takeover affects a closed month.
 */
export async function moveNick(
  db: Database,
  by: Writer,
  claim: Binding & { takesOver: boolean },
): Promise<void> {
  if (!claim.takesOver) return void (await bindNicks(db, by, [claim]))
  const { companyCode, fromOn } = claim
  await assertOpenFrom(db, companyCode, fromOn)
  const plan = planTakeover(claim, await findBindings(db, claim))
  if (!plan) return
  const touched = { updatedAt: by.now, updatedBy: by.staffId }
  if (plan.cut) await changeAccount(db, plan.cut.id, { toOn: addDays(fromOn, -1), ...touched })
  for (const { id } of plan.removed) await deleteAccount(db, id)
  await insertAccount(db, by, { ...claim, toOn: null })
}

/**
 * Saves the changes of a confirmation with the claim; `before` is the result of `rowsOf` before it. Returns false if
 * nothing changed.
 */
export async function saveClaimChange(db: Database, id: number, before: string): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    with was as (select a.id, ${BINDING_JSON} as binding, to_jsonb(a) as row
        from jsonb_populate_recordset(null::agent_account, ${before}::jsonb) a),
      now as (select a.id, ${BINDING_JSON} as binding
        from agent_account a join nick_claim c using (store_id, nick) where c.id = ${id}),
      change as (select
        (select coalesce(jsonb_agg(was.row order by was.id), '[]') from was
          where not exists (select from now where now.binding = was.binding)) as before,
        (select coalesce(jsonb_agg(now.id order by now.id), '[]') from now
          where not exists (select from was where was.id = now.id)) as added,
        (select coalesce(jsonb_agg(now.binding order by now.id), '[]') from now) as after)
    update nick_claim set changed = case when change.before <> '[]' or change.added <> '[]' then
      jsonb_build_object('before', change.before, 'added', change.added, 'after', change.after) end
    from change where nick_claim.id = ${id} returning changed is not null as kept`.execute(db)
  return rows[0]?.kept ?? false
}

/** The people who lost the nick of a confirmed claim, at least for some days. */
export async function findLosers(db: Database, claimId: number): Promise<number[]> {
  const { rows } = await sql<{ staffId: number }>`
    select distinct b.staff_id from nick_claim c
      cross join jsonb_populate_recordset(null::agent_account, c.changed -> 'before') b
    where c.id = ${claimId} and b.staff_id <> c.staff_id order by 1`.execute(db)
  return rows.map(({ staffId }) => staffId)
}

/**
 * Restores the bindings of a nick before the confirmation of a claim; the caller has locked the store. Throws
 * WRONG_STATE if they changed since, or if a person who would get the nick back has left, and PERIOD_CLOSED if days of
 * a closed month would move between people.
 */
export async function restoreNick(
  db: Database,
  by: Writer,
  claim: { id: number; companyCode: string; takesOver: boolean; fromOn: Day },
): Promise<void> {
  await assertUnchangedSinceConfirmed(db, claim.id)
  await assertNoLeaver(db, claim.id)
  if (claim.takesOver) await assertOpenFrom(db, claim.companyCode, claim.fromOn)
  const change = sql`(select changed from nick_claim where id = ${claim.id})`
  const before = sql`jsonb_populate_recordset(null::agent_account, ${change} -> 'before')`
  await sql`delete from agent_account using nick_claim c
    where c.id = ${claim.id} and c.changed -> 'added' @> to_jsonb(agent_account.id)`.execute(db)
  await sql`update agent_account set staff_id = b.staff_id, from_on = b.from_on, to_on = b.to_on,
      version = agent_account.version + 1, updated_at = ${by.now}, updated_by = ${by.staffId}
    from ${before} b where b.id = agent_account.id`.execute(db)
  await sql`insert into agent_account (id, company_code, store_id, staff_id, nick, from_on, to_on, created_at, created_by,
      updated_at, updated_by, version) overriding system value
    select b.id, b.company_code, b.store_id, b.staff_id, b.nick, b.from_on, b.to_on, b.created_at, b.created_by,
      ${by.now}, ${by.staffId}, b.version + 1
    from ${before} b where not exists (select from agent_account a where a.id = b.id)`.execute(db)
}

async function assertUnchangedSinceConfirmed(db: Database, claimId: number): Promise<void> {
  const { rows } = await sql<{ same: boolean }>`
    select ${UNCHANGED_SINCE_CONFIRMED} as same from nick_claim where id = ${claimId}`.execute(db)
  if (rows[0]?.same) return
  throw new AppError('WRONG_STATE', '这个昵称的归属在确认之后又改过，不能撤销。请在店铺的平台昵称里改。')
}

/** Throws WRONG_STATE if a person would get days after their last working day back. */
async function assertNoLeaver(db: Database, claimId: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select staff.name from nick_claim c
      cross join jsonb_populate_recordset(null::agent_account, c.changed -> 'before') b
      join staff on staff.id = b.staff_id
    where c.id = ${claimId} and staff.status = 'left' and (b.to_on is null or b.to_on > staff.left_on)
    limit 1`.execute(db)
  const [leaver] = rows
  if (!leaver) return
  throw new AppError('WRONG_STATE', '{name}已离职，昵称不能再还给此人。请在店铺的平台昵称里改。', {
    values: { name: leaver.name },
  })
}

/** The days, handled users and consult users of a nick that count for a person. */
export interface Share {
  staffId: number
  name: string
  days: number
  handledUsers: number | null
  consultUsers: number | null
}

/** The current shares of a nick's figures by person, as in the agent reports. */
export async function readShares(db: Database, { storeId, nick }: NickKey): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select a.staff_id, staff.name, count(*)::int as days, sum(d.handled_users)::int as handled_users,
      sum(d.consult_users)::int as consult_users
    from agent_account a join staff on staff.id = a.staff_id
      join agent_daily d on d.store_id = a.store_id and d.nick = a.nick
        and d.on_day between a.from_on and coalesce(a.to_on, 'infinity')
    where a.store_id = ${storeId} and a.nick = ${nick}
    group by a.staff_id, staff.name order by a.staff_id`.execute(db)
  return rows
}
