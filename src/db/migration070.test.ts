import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fillWithDemo } from '#app/upgrades/demos.ts'
import { basePay, commissionOf, seniorityPay } from '#finance/payroll/pay.ts'
import { paySheets } from '#finance/payroll/sheets.ts'
import { emptyDatabase } from '#testing/testApp.ts'
import { migrate } from './migrate.ts'

/** A database of version 0.1.0, where pay was three columns of `staff`, the same for every day. */
const db = await emptyDatabase()
await fillWithDemo(db, '0.1.0')
const sheetsDigest = () =>
  sql<{
    md5: string
  }>`select md5(string_agg(sheet::text, '|' order by company_code, month_on, no, staff_id)) as md5
    from payroll_month`.execute(db)
const frozen = await sheetsDigest()
const snapshots = () =>
  sql<{
    md5: string
  }>`select md5(string_agg(hash || content::text, '|' order by id)) as md5 from monthly_snapshot`.execute(db)
const closed = await snapshots()
await migrate(db)

test('every paid staff member has one pay row, valid since the hire date, with the values of the old columns', async () => {
  const { rows } = await sql<{ paid: number; alike: number; later: number }>`
    select count(*) filter (where num_nonnulls(s.base_salary_cents, s.seniority_pay_cents, s.commission_rate_bp) > 0) as paid,
      count(*) filter (where (p.base_salary_cents, p.seniority_pay_cents, p.commission_rate_bp)
        is not distinct from (s.base_salary_cents, s.seniority_pay_cents, s.commission_rate_bp)
        and p.id is not null and p.replaced_at is null and p.company_code = s.company_code) as alike,
      count(*) filter (where p.from_on > s.hired_on) as later
    from staff s left join staff_pay p on p.staff_id = s.id`.execute(db)
  const [found] = rows
  assert.ok(found && found.paid > 30)
  assert.deepEqual([found.alike, found.later], [found.paid, 0])
})

/** Returns a month's commission per staff member, summed over stores, as version 0.1.0 calculated it. */
async function formerCommissions(companyCode: string, month: string) {
  const { rows } = await sql<{ staffId: number; storeId: number; sales: number; rate: number }>`
    select account.staff_id, d.store_id, sum(d.sales_cents)::bigint as sales, agent.commission_rate_bp as rate
    from staff agent join agent_account account on account.staff_id = agent.id
      join agent_daily d on d.store_id = account.store_id and d.nick = account.nick
        and d.on_day between greatest(account.from_on, ${`${month}-01`}::date)
          and least(account.to_on, (${`${month}-01`}::date + interval '1 month - 1 day')::date)
    where agent.company_code = ${companyCode} and agent.commission_rate_bp > 0
      and d.source = 'imported' and d.sales_cents <> 0
    group by account.staff_id, d.store_id, agent.commission_rate_bp`.execute(db)
  const cents = Map.groupBy(rows, ({ staffId }) => staffId)
  return (staffId: number) =>
    (cents.get(staffId) ?? []).reduce((sum, { sales, rate }) => sum + commissionOf(sales, rate), 0)
}

test('the pay of every month is unchanged to the cent', async () => {
  const { rows: months } = await sql<{ month: string }>`
    select distinct to_char(on_day, 'YYYY-MM') as month from agent_daily order by 1`.execute(db)
  const { rows: staff } = await sql<{ id: number; base: number | null; seniority: number | null }>`
    select id, base_salary_cents as base, seniority_pay_cents as seniority from staff`.execute(db)
  const columns = new Map(staff.map((row) => [row.id, row]))
  let compared = 0
  for (const { month } of months) {
    for (const companyCode of ['001', '002', '003']) {
      const commission = await formerCommissions(companyCode, month)
      for (const sheet of await paySheets(db, { companyCode, month })) {
        const { staffId, daysInMonth, employedDays: days } = sheet
        const was = columns.get(staffId)
        const former = {
          base: basePay([{ cents: was?.base ?? 0, days }], daysInMonth, sheet),
          seniority: seniorityPay([{ cents: was?.seniority ?? 0, days }], daysInMonth),
          commission: commission(staffId),
        }
        const { baseCents: base, seniorityCents: seniority, commissionCents } = sheet
        assert.deepEqual({ base, seniority, commission: commissionCents }, former, `${month} ${staffId}`)
        compared += 1
      }
    }
  }
  assert.ok(compared > 150, `${compared} sheets`)
})

test('snapshots and pay sheets of closed months stay unchanged, and a pay row that starts in one is refused', async () => {
  assert.deepEqual(
    [await sheetsDigest(), await snapshots()].map(({ rows }) => rows),
    [frozen.rows, closed.rows],
  )
  const { rows } = await sql<{ id: number; company: string; month: string }>`
    select s.id, s.company_code as company, m.month_on::text as month from staff s
      join monthly_financial m on m.company_code = s.company_code and m.status = 'closed'
      where s.status = 'active' limit 1`.execute(db)
  const [one] = rows
  assert.ok(one)
  const insert =
    sql`insert into staff_pay (company_code, staff_id, from_on, base_salary_cents, staff_version, created_at)
    values (${one.company}, ${one.id}, ${one.month}::date + 1, 1, 1, now())`.execute(db)
  await assert.rejects(insert, { code: 'HT001' })
})
