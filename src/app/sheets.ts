import type { ImportKind } from '#access/kinds.ts'
import { openingEditor } from '#billing/customer-bills/openingEditor.ts'
import { openingSheet } from '#billing/customer-bills/openingSheet.ts'
import { followTerms } from '#billing/customer-bills/propose.ts'
import { customerEditor } from '#clients/customers/editor.ts'
import { customerLookup, customerSheet } from '#clients/customers/sheet.ts'
import { assignmentEditor } from '#clients/stores/assignments/editor.ts'
import { assignmentSheet } from '#clients/stores/assignments/sheet.ts'
import { storeEditor } from '#clients/stores/editor.ts'
import { nickEditor } from '#clients/stores/nicks/editor.ts'
import { nickSheet } from '#clients/stores/nicks/sheet.ts'
import { storeLookup, storeSheet } from '#clients/stores/sheet.ts'
import { termsEditor } from '#clients/stores/terms/editor.ts'
import { termsSheet } from '#clients/stores/terms/sheet.ts'
import { staffEditor } from '#people/staff/editor.ts'
import { personLookup, staffSheet } from '#people/staff/sheet.ts'
import type { Lookups } from '#platform/record-imports/readRow.ts'
import type { ImportedKind } from '#platform/record-imports/steps.ts'

/** The editor and the sheet of each kind of record that can be imported. */
export const sheets: Record<ImportKind, ImportedKind> = {
  staff: { editor: staffEditor, sheet: staffSheet },
  customer: { editor: customerEditor, sheet: customerSheet },
  store: { editor: storeEditor, sheet: storeSheet },
  terms: { editor: termsEditor(followTerms), sheet: termsSheet },
  assignment: { editor: assignmentEditor, sheet: assignmentSheet },
  nick: { editor: nickEditor, sheet: nickSheet },
  opening: { editor: openingEditor, sheet: openingSheet },
}

/** Find the records that a sheet's cells name. */
export const lookups: Lookups = { person: personLookup, customer: customerLookup, store: storeLookup }
