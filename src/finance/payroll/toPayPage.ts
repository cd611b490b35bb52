import type { Database } from '#db/connect.ts'
import { monthBefore } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { Correction, PayPage, PayRow, PayStore } from './contract.ts'
import { type CorrectionRow, findCorrections } from './factQueries.ts'
import { findStoreNames, type StaffIdentity } from './nameQueries.ts'
import { readSheets } from './readSheets.ts'
import type { PaySheet, StoreShare } from './sheets.ts'

interface PayRowInput {
  month: string
  named: StaffIdentity
  sheet: PaySheet
  /** Sheet of the previous month. */
  before: PaySheet | undefined
  frozen: boolean
}

/** Formats a sheet as a list row. */
export function toPayRow({ month, named, sheet, before, frozen }: PayRowInput): PayRow {
  return {
    month,
    frozen,
    staffId: sheet.staffId,
    ...amountsOf(sheet),
    agreedBaseCents: sheet.agreedBaseCents,
    staffName: named.name,
    headName: named.headName,
    companyCode: named.companyCode,
    attendedDays: sheet.attendedHalves / 2,
    owedDays: sheet.owedDays,
    measured: sheet.measured,
    correctedDays: sheet.correctedHalves / 2,
    stores: sheet.stores.filter(({ salaryCents }) => salaryCents !== 0).length,
    changeCents: before ? sheet.totalCents - before.totalCents : null,
  }
}

/** The amounts of a sheet. */
export function amountsOf(sheet: PaySheet) {
  const { baseCents, seniorityCents, storeCents, commissionCents, correctionCents, totalCents } = sheet
  return { baseCents, seniorityCents, storeCents, commissionCents, correctionCents, totalCents }
}

/** A person's pay with all details; throws NOT_FOUND if the person is not on the sheet of a closed month. */
export async function readPage(db: Database, named: StaffIdentity, month: string): Promise<PayPage> {
  const of = { companyCode: named.companyCode, staffId: named.id }
  const { sheets, frozen } = await readSheets(db, { ...of, month })
  const sheet = sheets.get(named.id)
  if (!sheet) throw notFound('这个月的工资')
  const before = (await readSheets(db, { ...of, month: monthBefore(month) })).sheets.get(named.id)
  const { daysInMonth, employedDays, agreed, owed, logged, basis, unpaid, unpaidHalves } = sheet
  return {
    ...toPayRow({ month, named, sheet, before, frozen }),
    daysInMonth,
    employedDays,
    agreed,
    owed,
    logged,
    basis,
    unpaid,
    unpaidDays: unpaidHalves / 2,
    storeLines: await toPayStores(db, sheet.stores),
    corrections: (await findCorrections(db, named.id, month)).map(toCorrection),
    before: before ? amountsOf(before) : null,
  }
}

/** Adds names to the stores and sorts them by salary, descending. */
async function toPayStores(db: Database, shares: readonly StoreShare[]): Promise<PayStore[]> {
  const names = await findStoreNames(
    db,
    shares.map(({ storeId }) => storeId),
  )
  return shares
    .map(({ lines, ...share }) => ({
      ...share,
      storeName: names.get(share.storeId)?.storeName ?? '',
      platform: names.get(share.storeId)?.platform ?? 'other',
      customerName: names.get(share.storeId)?.customerName ?? '',
      lines: lines.map(({ staffId: _staff, ...line }) => line),
    }))
    .sort((a, b) => b.salaryCents - a.salaryCents || a.storeId - b.storeId)
}

function toCorrection(row: CorrectionRow): Correction {
  const { id, amountCents, halfDays, reason, reversesId, reversed } = row
  return {
    id,
    amountCents,
    reason,
    reversesId,
    reversed,
    createdByName: row.createdByName ?? '',
    days: halfDays === null ? null : halfDays / 2,
    createdAt: row.createdAt.toISOString(),
  }
}
