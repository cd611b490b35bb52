import type { Database } from '#db/connect.ts'
import { daysBetween, lastDayOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { Attendance } from './pay.ts'
import { attendanceOf, basePay, commissionOf, seniorityPay } from './pay.ts'
import type { WorkDays } from './queriesOfAttendance.ts'
import { findWorkDays } from './queriesOfAttendance.ts'
import type { Corrected } from './queriesOfCorrections.ts'
import { findCorrected } from './queriesOfCorrections.ts'
import type { AgreedPart, OfMonth, Person } from './queriesOfFacts.ts'
import { findPeople, findSales, findStoreFacts } from './queriesOfFacts.ts'
import type { SalaryLine } from './salaries.ts'
import { storeSalaries } from './salaries.ts'

/** What a person earns by one store in a month, with the days that it comes from. */
export interface StoreShare {
  storeId: number
  lines: SalaryLine[]
  /** Σ lines. */
  salaryCents: number
  /** The own sales by the rate of their days, and what comes of them. */
  commissions: Commission[]
  /** Σ commissions. */
  commissionCents: number
}

/** Own sales at a store on the days of one rate. */
export interface Commission {
  salesCents: number
  rateBp: number
  commissionCents: number
}

/** A person's pay of a month with all that it follows from; amounts in 分. The total is the sum of the five amounts. */
export interface PaySheet extends Attendance, WorkDays {
  staffId: number
  daysInMonth: number
  employedDays: number
  /** What is agreed, by the days that it held. */
  agreed: AgreedPart[]
  /** What is agreed for a whole month on the last of these days. */
  agreedBaseCents: number
  agreedSeniorityCents: number
  baseCents: number
  seniorityCents: number
  storeCents: number
  commissionCents: number
  correctionCents: number
  correctedHalves: number
  totalCents: number
  stores: StoreShare[]
}

/** The pay of a company's month as it stands now, by person; with `staffId` that person's alone. */
export async function paySheets(db: Database, of: OfMonth): Promise<PaySheet[]> {
  return sheetsWith(db, of, await findShares(db, of), ({ employedDays }) => employedDays > 0)
}

/** The same without what anybody earns by stores, and with the days of work only where base pay is measured by them. */
export async function otherSheets(db: Database, of: OfMonth): Promise<PaySheet[]> {
  return sheetsWith(db, of, new Map(), ({ agreed }) => agreed.some(({ baseCents }) => baseCents > 0))
}

/** Nobody was to work on a day without the company: whose days of work are asked for is with it on some day. */
async function sheetsWith(
  db: Database,
  of: OfMonth,
  shares: Map<number, StoreShare[]>,
  hasDays: (person: Person) => boolean,
): Promise<PaySheet[]> {
  const corrected = await findCorrected(db, of)
  const named = of.staffId === undefined ? [...shares.keys(), ...corrected.keys()] : [of.staffId]
  const people = await findPeople(db, of, named)
  const days = await findWorkDays(
    db,
    of,
    people.filter(hasDays).map(({ id }) => id),
  )
  return people.map((person) =>
    sheetOf(of.month, person, {
      stores: shares.get(person.id) ?? [],
      days: days.get(person.id) ?? { owed: [], logged: [] },
      corrected: corrected.get(person.id) ?? { cents: 0, halves: 0 },
    }),
  )
}

/** What everybody earns by stores, by person: salaries and commissions of the month. */
async function findShares(db: Database, of: OfMonth): Promise<Map<number, StoreShare[]>> {
  const shares = new Map<number, Map<number, StoreShare>>()
  const shareOf = (staffId: number, storeId: number): StoreShare => {
    const own = shares.get(staffId) ?? new Map<number, StoreShare>()
    shares.set(staffId, own)
    const share = own.get(storeId) ?? {
      ...{ storeId, lines: [], salaryCents: 0, commissions: [], commissionCents: 0 },
    }
    own.set(storeId, share)
    return share
  }
  for (const [storeId, facts] of await findStoreFacts(db, of)) {
    for (const line of storeSalaries(facts, of.month)) {
      if (of.staffId !== undefined && line.staffId !== of.staffId) continue
      const share = shareOf(line.staffId, storeId)
      share.lines.push(line)
      share.salaryCents += line.amountCents
    }
  }
  for (const { staffId, storeId, salesCents, rateBp } of await findSales(db, of)) {
    const share = shareOf(staffId, storeId)
    const commissionCents = commissionOf(salesCents, rateBp)
    share.commissions.push({ salesCents, rateBp, commissionCents })
    share.commissionCents += commissionCents
  }
  return new Map([...shares].map(([staffId, own]) => [staffId, [...own.values()]]))
}

interface Facts {
  stores: StoreShare[]
  days: WorkDays
  corrected: Corrected
}

function sheetOf(month: string, person: Person, { stores, days, corrected }: Facts): PaySheet {
  const daysInMonth = daysBetween(`${month}-01`, lastDayOf(month)) + 1
  const { agreed, employedDays } = person
  const attendance = attendanceOf({
    ...{ daysInMonth, employedDays, correctedHalves: corrected.halves },
    ...{ owedDays: days.owed.length, loggedDays: days.logged.length },
  })
  const amountDays = (field: 'baseCents' | 'seniorityCents') =>
    agreed.map((part) => ({ cents: part[field], days: part.days }))
  const last = agreed.at(-1)
  const amounts = {
    baseCents: basePay(amountDays('baseCents'), daysInMonth, attendance),
    seniorityCents: seniorityPay(amountDays('seniorityCents'), daysInMonth),
    storeCents: sum(stores.map(({ salaryCents }) => salaryCents)),
    commissionCents: sum(stores.map(({ commissionCents }) => commissionCents)),
    correctionCents: corrected.cents,
  }
  return {
    ...{ staffId: person.id, daysInMonth, employedDays, agreed },
    ...{ agreedBaseCents: last?.baseCents ?? 0, agreedSeniorityCents: last?.seniorityCents ?? 0 },
    ...{ ...attendance, ...days, correctedHalves: corrected.halves, ...amounts, stores },
    totalCents: sum(Object.values(amounts)),
  }
}
