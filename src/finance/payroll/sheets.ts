import type { Database } from '#db/connect.ts'
import { daysBetween, lastDayOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import {
  type AgreedPart,
  type CorrectionSum,
  findCorrectionSums,
  findPeople,
  findSales,
  findStoreFacts,
  findWorkDays,
  type OfMonth,
  type Person,
  type WorkDays,
} from './factQueries.ts'
import { type Attendance, attendanceOf, basePay, commissionOf, seniorityPay } from './pay.ts'
import { type SalaryLine, storeSalaries } from './salaries.ts'

/** A person's earnings from a store in a month, with daily details. */
export interface StoreShare {
  storeId: number
  lines: SalaryLine[]
  /** Sum of `lines`. */
  salaryCents: number
  /** Sales and commission per commission rate. */
  commissions: Commission[]
  /** Sum of `commissions`. */
  commissionCents: number
}

/** Sales at a store on the days of one commission rate. */
export interface Commission {
  salesCents: number
  rateBp: number
  commissionCents: number
}

/** A person's pay for a month with its basis; amounts in 分. The total is the sum of the five amounts. */
export interface PaySheet extends Attendance, WorkDays {
  staffId: number
  daysInMonth: number
  employedDays: number
  /** Agreed amounts by period. */
  agreed: AgreedPart[]
  /** Agreed monthly amounts on the last employed day. */
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

/** Calculates the pay of a company's month from current data, by person; with `staffId`, of that person only. */
export async function paySheets(db: Database, of: OfMonth): Promise<PaySheet[]> {
  return sheetsWith(db, of, await findShares(db, of), ({ employedDays }) => employedDays > 0)
}

/** Like `paySheets` without earnings from stores; loads work days only for people with base pay. */
export async function otherSheets(db: Database, of: OfMonth): Promise<PaySheet[]> {
  return sheetsWith(db, of, new Map(), ({ agreed }) => agreed.some(({ baseCents }) => baseCents > 0))
}

/** Builds the sheets. `hasDays` selects the people whose work days are loaded; only employed people can have any. */
async function sheetsWith(
  db: Database,
  of: OfMonth,
  shares: Map<number, StoreShare[]>,
  hasDays: (person: Person) => boolean,
): Promise<PaySheet[]> {
  const corrected = await findCorrectionSums(db, of)
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
      days: days.get(person.id) ?? {
        owed: [],
        logged: [],
        countedHalves: 0,
        unpaid: [],
        unpaidHalves: 0,
        basis: 'log',
      },
      corrected: corrected.get(person.id) ?? { cents: 0, halves: 0 },
    }),
  )
}

/** Salaries and commissions of the month, by person and store. */
async function findShares(db: Database, of: OfMonth): Promise<Map<number, StoreShare[]>> {
  const shares = new Map<number, Map<number, StoreShare>>()
  const shareOf = (staffId: number, storeId: number): StoreShare => {
    const personShares = shares.get(staffId) ?? new Map<number, StoreShare>()
    shares.set(staffId, personShares)
    const share = personShares.get(storeId) ?? {
      storeId,
      lines: [],
      salaryCents: 0,
      commissions: [],
      commissionCents: 0,
    }
    personShares.set(storeId, share)
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
  return new Map([...shares].map(([staffId, personShares]) => [staffId, [...personShares.values()]]))
}

interface Facts {
  stores: StoreShare[]
  days: WorkDays
  corrected: CorrectionSum
}

function sheetOf(month: string, person: Person, { stores, days, corrected }: Facts): PaySheet {
  const daysInMonth = daysBetween(`${month}-01`, lastDayOf(month)) + 1
  const { agreed, employedDays } = person
  const attendance = attendanceOf({
    daysInMonth,
    employedDays,
    correctedHalves: corrected.halves,
    owedDays: days.owed.length,
    countedHalves: days.countedHalves,
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
    staffId: person.id,
    daysInMonth,
    employedDays,
    agreed,
    agreedBaseCents: last?.baseCents ?? 0,
    agreedSeniorityCents: last?.seniorityCents ?? 0,
    ...attendance,
    ...days,
    correctedHalves: corrected.halves,
    ...amounts,
    stores,
    totalCents: sum(Object.values(amounts)),
  }
}
