import { serve } from '#kit/serve.ts'
import { correctionConsequences, reversalConsequences } from './consequences.ts'
import { payroll } from './contract.ts'
import { correct, reverse } from './corrections.ts'
import { listPayroll, monthToPay } from './list.ts'
import { getStaffIdentity } from './queriesOfNames.ts'
import { conflicts } from './rules.ts'
import { readPage } from './toPayPage.ts'

export const payrollServer = serve(
  payroll,
  {
    list: listPayroll,

    get: async (context, { staffId, month }) => {
      const named = await getStaffIdentity(context.db, context.actor, staffId)
      return readPage(context.db, named, month ?? monthToPay(context))
    },

    correct,
    reverse,
    correctConsequences: (context, input) => correctionConsequences(context, input),
    reverseConsequences: (context, { id }) => reversalConsequences(context, id),
  },
  conflicts,
)
