import { serve } from '#kit/serve.ts'
import { ofCorrection, ofReversal } from './consequences.ts'
import { payroll } from './contract.ts'
import { correct, reverse } from './corrections.ts'
import { listPayroll, monthToPay } from './list.ts'
import { readPage } from './present.ts'
import { getNamed } from './queriesOfNames.ts'
import { conflicts } from './rules.ts'

export const payrollServer = serve(
  payroll,
  {
    list: listPayroll,

    get: async (context, { staffId, month }) => {
      const named = await getNamed(context.db, context.actor, staffId)
      return readPage(context.db, named, month ?? monthToPay(context))
    },

    correct,
    reverse,
    correctConsequences: (context, input) => ofCorrection(context, input),
    reverseConsequences: (context, { id }) => ofReversal(context, id),
  },
  conflicts,
)
