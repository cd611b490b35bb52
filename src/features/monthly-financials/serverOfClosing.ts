import { serve } from '#kit/serve.ts'
import { check, close, companyMonth } from './closing.ts'
import { monthClosing } from './contractClosing.ts'
import { differencesOf } from './differences.ts'
import { addLine, removeLine } from './manualLines.ts'
import { confirmReopen, reopen, withdrawReopen } from './reopening.ts'

export const monthClosingServer = serve(monthClosing, {
  checklist: check,
  close,
  reopen,
  confirmReopen,
  withdrawReopen,
  differences: async (context, named) => differencesOf(context.db, await companyMonth(context, named)),
  addLine,
  removeLine,
})
