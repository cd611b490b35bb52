import { type Served, serve } from '#kit/serve.ts'
import { close, companyMonth, readChecklist } from './closing.ts'
import { closingConsequences, reopeningConsequences } from './consequences.ts'
import { monthClosing } from './contractClosing.ts'
import { snapshotDifferences } from './differences.ts'
import { addLine, removeLine, stopLine } from './manualLines.ts'
import type { FindUnproposed } from './queries.ts'
import { confirmReopen, reopen, withdrawReopen } from './reopening.ts'

/** Server of month closing; `findUnproposed` finds settlements and refunds that were not proposed. */
export function monthClosingServer({ findUnproposed }: { findUnproposed: FindUnproposed }): Served {
  return serve(monthClosing, {
    checklist: (context, monthInput) => readChecklist(context, monthInput, findUnproposed),
    close: (context, input) => close(context, input, findUnproposed),
    closeConsequences: (context, monthInput) => closingConsequences(context, monthInput, findUnproposed),
    reopenConsequences: reopeningConsequences,
    reopen,
    confirmReopen,
    withdrawReopen,
    differences: async (context, monthInput) =>
      snapshotDifferences(context.db, await companyMonth(context, monthInput)),
    addLine,
    removeLine,
    stopLine,
  })
}
