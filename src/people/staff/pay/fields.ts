import type { StaffPay as Row } from '#db/tables.ts'
import type { EditedColumns } from '#kit/recordFields.ts'

/** Columns of `staff` that held pay in earlier versions of the program. No longer read or written. */
export type FormerPay = 'baseSalaryCents' | 'seniorityPayCents' | 'commissionRateBp'

/** Columns that only the pay form writes: the seniority rule, the KPI base, and the row's period and history. */
type OnlyInPayForm =
  | 'seniorityPerYearCents'
  | 'seniorityCapCents'
  | 'kpiBaseCents'
  | 'staffId'
  | 'staffVersion'
  | 'fromOn'
  | 'reason'
  | 'replacesId'
  | 'replacedAt'
  | 'replacedBy'
  | 'replacedReason'

/** The fields that a write of a person saves as a pay row (`edit.ts`), and the day from which it applies. */
export type PayField = EditedColumns<Row, OnlyInPayForm> | 'payFromOn'

/** A pay field without an entry does not compile. */
const PAY_FIELDS: Record<PayField, true> = {
  baseSalaryCents: true,
  seniorityPayCents: true,
  commissionRateBp: true,
  payFromOn: true,
}

export const payFields = Object.keys(PAY_FIELDS) as PayField[]
