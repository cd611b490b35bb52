import { createHash } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import type { MonthPayroll } from '#finance/payroll/queries.ts'
import { freezePayroll } from '#finance/payroll/queries.ts'
import type { AuditLine } from '#kit/audit.ts'
import { canonical } from '#kit/canonical.ts'
import type { MonthStatus, MonthStep } from './contract.ts'
import type { LiveResult } from './liveResult.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import { insertSnapshot, updateMonth } from './queriesOfClosing.ts'
import { insertStep } from './queriesOfSteps.ts'

/** A result as a snapshot keeps it: written once, for its hash and for the database. */
export interface Sealed {
  content: LiveResult
  /** Canonical JSON. */
  json: string
  /** SHA-256 over it: whoever has the content can take it again. */
  hash: string
}

/** A result as it is going to be kept. */
export function sealedOf(content: LiveResult): Sealed {
  const json = canonical(content)
  return { content, json, hash: createHash('sha256').update(json).digest('hex') }
}

/** The hash of a result. */
export const hashOf = (content: LiveResult) => sealedOf(content).hash

/** Who did it, and when. */
interface Done {
  by: number
  at: Date
}

interface Closing extends Done {
  /** How the month stood, and the number of its newest snapshot; 0 where it has none. */
  before: { status: MonthStatus; snapshotNo: number }
  sealed: Sealed
  sheets: MonthPayroll['sheets']
  waived: MonthStep['waived']
}

/** Closes a month: payroll, snapshot and step are kept. Answers the line for the log. */
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
    ...{ action: 'close', entity: 'monthly-financial', recordId: of.month, companyCode: of.companyCode },
    changes: {
      ...{ status: [before.status, 'closed'], snapshotNo: [before.snapshotNo || null, no] },
      ...{ hash: [null, hash], netCents: [null, content.sums.netCents], waived: [null, waived] },
    },
  }
}

interface Reopening extends Done {
  /** The month's row. */
  row: { id: number; snapshotNo: number; reopeningBy: number | null }
  reason: string
}

/** Opens a closed month again; its snapshots stay. Answers the line for the log. */
export async function writeReopening(
  db: Database,
  of: CompanyMonth,
  { row: { id, snapshotNo, reopeningBy }, reason, by, at }: Reopening,
): Promise<AuditLine> {
  await updateMonth(db, id, {
    ...{ status: 'reopened', reopenedAt: at, reopenedBy: by, reopenedWhy: reason },
    ...{ reopeningAt: null, reopeningBy: null, reopeningWhy: null, updatedAt: at },
  })
  await insertStep(db, { ...of, action: 'reopen', snapshotNo, reason, by, at })
  return {
    ...{ action: 'reopen', entity: 'monthly-financial', recordId: of.month, companyCode: of.companyCode },
    changes: {
      ...{ status: ['closed', 'reopened'], snapshotNo: [snapshotNo, null], reason: [null, reason] },
      ...(reopeningBy === null ? {} : { askedBy: [null, reopeningBy] }),
    },
  }
}
