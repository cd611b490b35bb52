import type { StaffPay as Row } from '#db/tables.ts'
import type { EditedColumns } from '#kit/recordFields.ts'

/** Columns of `staff` in which programs before this one kept what a person is paid. Neither read nor written any more. */
export type FormerPay = 'baseSalaryCents' | 'seniorityPayCents' | 'commissionRateBp'

/** Columns of a row of pay that only its own form writes: a rule for seniority, the base of a KPI plan, what is kept of it. */
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

/** The fields that a write of a person turns into a row of pay (`edit.ts`), and the day from which it holds. */
export type PayField = EditedColumns<Row, OnlyInPayForm> | 'payFromOn'

/** A field of pay without a line does not compile. */
const PAY_FIELDS: Record<PayField, true> = {
  ...{ baseSalaryCents: true, seniorityPayCents: true, commissionRateBp: true, payFromOn: true },
}

export const payFields = Object.keys(PAY_FIELDS) as PayField[]
