import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { CompanyMonth } from '#finance/monthly-financials/closingQueries.ts'
import { paySheets } from '#finance/payroll/sheets.ts'
import { insertMany } from './bulk.ts'
import { random } from './random.ts'
import { initialChanges, type TrailLine } from './trail.ts'

/** The author and time of a write. */
export interface Author {
  id: number
  name: string
  at: Date
}

/** The admin of a company, who closes its months. */
export async function adminOf(db: Database, companyCode: string): Promise<Omit<Author, 'at'>> {
  return db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('companyCode', '=', companyCode)
    .where('role', '=', ROLES.admin)
    .orderBy('id')
    .executeTakeFirstOrThrow()
}

/** Monthly costs that only manual lines contain, in ¥ per company. */
const COSTS: readonly { label: string; yuan: Record<string, number>; swings?: boolean }[] = [
  { label: '房租', yuan: { '001': 32_000, '002': 5_800, '004': 2_600 } },
  { label: '社保和公积金', yuan: { '001': 26_400, '002': 4_600, '004': 3_300 } },
  { label: '水电和宽带', yuan: { '001': 3_400, '002': 1_200, '004': 900 }, swings: true },
]

/** Adds a manual cost to a month; returns the audit line. */
export async function addCost(
  db: Database,
  { companyCode, month }: CompanyMonth,
  { label, amountCents }: { label: string; amountCents: number },
  { id, name, at }: Author,
): Promise<TrailLine> {
  const monthOn = `${month}-01`
  await insertMany(db, 'monthlyManualLine', [
    { companyCode, monthOn, label, amountCents, createdAt: at, createdBy: id, updatedAt: at, updatedBy: id },
  ])
  return {
    companyCode,
    actorId: id,
    actorName: name,
    at,
    action: 'add-line',
    entity: 'monthly-financial',
    recordId: month,
    changes: initialChanges({ label, amountCents }),
  }
}

/** Adds the usual costs of a month. */
export async function addMonthlyCosts(db: Database, of: CompanyMonth, by: Author): Promise<TrailLine[]> {
  const lines: TrailLine[] = []
  for (const { label, yuan, swings } of COSTS) {
    const apart = swings ? random(`${label} ${of.companyCode} ${of.month}`).between(-3_000, 3_000) : 0
    const amountCents = (yuan[of.companyCode] ?? 0) * 100 + apart
    lines.push(await addCost(db, of, { label, amountCents }, by))
  }
  return lines
}

/** Adds the fixed costs of the open months: without the rent, the forecast would be too high. */
export async function addFixedCosts(
  db: Database,
  companyCode: string,
  months: readonly string[],
  by: Author,
): Promise<TrailLine[]> {
  const lines: TrailLine[] = []
  for (const month of months) {
    for (const { label, yuan, swings } of COSTS) {
      const amountCents = (yuan[companyCode] ?? 0) * 100
      if (!swings) lines.push(await addCost(db, { companyCode, month }, { label, amountCents }, by))
    }
  }
  return lines
}

const NO_LOGS = '启用工作日志之前，按考勤表补出勤'

/** In the first month most days have no logs, so corrections supply the attendance. */
export async function addAttendance(db: Database, of: CompanyMonth, by: Author): Promise<TrailLine[]> {
  const { companyCode, month } = of
  const short = (await paySheets(db, of)).flatMap(({ staffId, owedDays, attendedHalves }) =>
    attendedHalves < owedDays ? [{ staffId, halfDays: 2 * owedDays - attendedHalves }] : [],
  )
  const written = { companyCode, monthOn: `${month}-01`, reason: NO_LOGS, createdAt: by.at, createdBy: by.id }
  await insertMany(
    db,
    'payrollCorrection',
    short.map((line) => ({ ...line, ...written })),
  )
  return short.map(({ staffId, halfDays }) => ({
    companyCode,
    actorId: by.id,
    actorName: by.name,
    at: by.at,
    action: 'correct',
    entity: 'payroll',
    recordId: String(staffId),
    changes: initialChanges({ month, days: halfDays / 2, reason: NO_LOGS }),
  }))
}
