import { serve } from '#kit/serve.ts'
import { check, close, companyMonth, confirmReopen, reopen } from './closing.ts'
import { monthClosing } from './contract.ts'
import { differencesOf } from './differences.ts'
import { addLine, removeLine } from './manualLines.ts'

export const monthClosingServer = serve(monthClosing, {
  checklist: check,
  close,
  reopen,
  confirmReopen,
  differences: async (context, named) => differencesOf(context.db, await companyMonth(context, named)),
  addLine,
  removeLine,
})
