import type { AuditedKind } from '#access/kinds.ts'
import { billKind } from '#billing/customer-bills/kind.ts'
import { noteKind } from '#clients/customer-notes/kind.ts'
import { customerKind } from '#clients/customers/kind.ts'
import { followUpKind } from '#clients/follow-ups/kind.ts'
import { churnKind } from '#clients/retention/kind.ts'
import { storeKind } from '#clients/stores/kind.ts'
import { claimKind } from '#finance/reimbursement-bills/kind.ts'
import type { RecordKind } from '#kit/recordKind.ts'
import { leaveKind } from '#operations/leaves/kind.ts'
import { rosterKind } from '#operations/rosters/kind.ts'
import { worklogKind } from '#operations/worklogs/kind.ts'
import { staffKind } from '#people/staff/kind.ts'
import { warningKind } from '#reporting/warnings/kind.ts'

/** The kinds of record whose log can be read; a kind without an entry does not compile. */
export const kinds: Record<AuditedKind, RecordKind> = {
  staff: staffKind,
  customer: customerKind,
  store: storeKind,
  churn: churnKind,
  worklog: worklogKind,
  roster: rosterKind,
  'customer-bill': billKind,
  reimbursement: claimKind,
  warning: warningKind,
  'follow-up': followUpKind,
  'customer-note': noteKind,
  leave: leaveKind,
}
