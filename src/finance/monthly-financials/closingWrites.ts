import { createHash } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { freezePayroll, type MonthPayroll } from '#finance/payroll/queries.ts'
import type { AuditLine } from '#kit/audit.ts'
import { canonicalJson } from '#kit/canonical.ts'
import { type CompanyMonth, insertSnapshot, updateMonth } from './closingQueries.ts'
import type { MonthStatus, MonthStep } from './contract.ts'
import type { LiveResult } from './liveResult.ts'
import { insertStep } from './queries.ts'

/** A result with its serialized form, created once for the hash and the database. */
export interface Sealed {
  content: LiveResult
  /** Canonical JSON. */
  json: string
  /** SHA-256 of `json`; it can be recalculated from the content. */
  hash: string
}

/** Serializes a result and calculates its hash. */
export function sealedOf(content: LiveResult): Sealed {
  const json = canonicalJson(content)
  return { content, json, hash: createHash('sha256').update(json).digest('hex') }
}

export const hashOf = (content: LiveResult) => sealedOf(content).hash

/** Actor and time of a step. */
interface StepStamp {
  by: number
  at: Date
}

interface Closing extends StepStamp {
  /** Status of the month, and the number of its latest snapshot; 0 without one. */
  before: { status: MonthStatus; snapshotNo: number }
  sealed: Sealed
  sheets: MonthPayroll['sheets']
  waived: MonthStep['waived']
}

/** Closes a month: stores payroll, snapshot and step. Returns the audit line. */
export async function writeClosing(
  db: Database,
  of: CompanyMonth,
  { before, sealed: { content, json, hash }, sheets, waived, by, at }: Closing,
): Promise<AuditLine> {
  const no = before.snapshotNo + 1
  await freezePayroll(db, of, sheets)
  await insertSnapshot(db, { ...of, no, json, hash, by, at })
  await insertStep(db, { ...of, action: 'close', snapshotNo: no, waived, by, at })
  return {
    action: 'close',
    entity: 'monthly-financial',
    recordId: of.month,
    companyCode: of.companyCode,
    changes: {
      status: [before.status, 'closed'],
      snapshotNo: [before.snapshotNo || null, no],
      hash: [null, hash],
      netCents: [null, content.sums.netCents],
      waived: [null, waived],
    },
  }
}

interface Reopening extends StepStamp {
  /** Row of the month. */
  row: { id: number; snapshotNo: number; reopeningBy: number | null }
  reason: string
}

/** Reopens a closed month; its snapshots remain. Returns the audit line. */
export async function writeReopening(
  db: Database,
  of: CompanyMonth,
  { row: { id, snapshotNo, reopeningBy }, reason, by, at }: Reopening,
): Promise<AuditLine> {
  await updateMonth(db, id, {
    status: 'reopened',
    reopenedAt: at,
    reopenedBy: by,
    reopenedWhy: reason,
    reopeningAt: null,
    reopeningBy: null,
    reopeningWhy: null,
    updatedAt: at,
  })
  await insertStep(db, { ...of, action: 'reopen', snapshotNo, reason, by, at })
  return {
    action: 'reopen',
    entity: 'monthly-financial',
    recordId: of.month,
    companyCode: of.companyCode,
    changes: {
      status: ['closed', 'reopened'],
      snapshotNo: [snapshotNo, null],
      reason: [null, reason],
      ...(reopeningBy === null ? {} : { askedBy: [null, reopeningBy] }),
    },
  }
}
