import type { Served } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { check, close, companyMonth } from './closing.ts'
import { ofClosing, ofReopening } from './consequences.ts'
import { monthClosing } from './contractClosing.ts'
import { differencesOf } from './differences.ts'
import { addLine, removeLine, stopLine } from './manualLines.ts'
import type { FindUnproposed } from './queriesOfChecklist.ts'
import { confirmReopen, reopen, withdrawReopen } from './reopening.ts'

/** Server of month closing; `findUnproposed` finds settlements and refunds that were not proposed. */
export function monthClosingServer({ findUnproposed }: { findUnproposed: FindUnproposed }): Served {
  return serve(monthClosing, {
    checklist: (context, named) => check(context, named, findUnproposed),
    close: (context, input) => close(context, input, findUnproposed),
    closeConsequences: (context, named) => ofClosing(context, named, findUnproposed),
    reopenConsequences: ofReopening,
    reopen,
    confirmReopen,
    withdrawReopen,
    differences: async (context, named) => differencesOf(context.db, await companyMonth(context, named)),
    addLine,
    removeLine,
    stopLine,
  })
}
