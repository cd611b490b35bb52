import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { customerBills } from './contract.ts'
import { openingBalances } from './contractOpenings.ts'
import { customerBillSteps } from './contractSteps.ts'
import { billTrials } from './contractTrial.ts'
import { createBill, updateBill } from './edit.ts'
import { findBills } from './listQueries.ts'
import { createOpening } from './openings.ts'
import { propose } from './propose.ts'
import { receive, reverse } from './receipts.ts'
import { move, moveTargets, redate } from './redating.ts'
import { refund } from './refunds.ts'
import { conflicts } from './rules.ts'
import { issue, issueMany, setInvoice, voidBill } from './steps.ts'
import { readerOf, readPage, toBill } from './toBill.ts'
import { runTrial } from './trial.ts'
import { writeOff } from './writingOff.ts'

export const customerBillsServer = serve(
  customerBills,
  {
    list: async (context, query) => {
      assertCompanyFilter(context.actor, query.companyCode)
      const reader = readerOf(context)
      const found = await findBills(context.db, reader, query)
      return { ...found, items: found.items.map((row) => toBill(row, reader)) }
    },

    get: (context, { id }) => readPage(context.db, readerOf(context), id),

    create: createBill,
    update: updateBill,
    propose,
  },
  conflicts,
)

export const customerBillStepsServer = serve(
  customerBillSteps,
  {
    issue,
    issueMany,
    void: voidBill,
    invoice: setInvoice,
    refund,
    receive,
    writeOff,
    reverse,
    redate,
    move,
    moveTargets,
  },
  conflicts,
)

/** Reads in chunks, without an open transaction. */
export const billTrialsServer = serve(billTrials, { run: { ownTransaction: runTrial } })

export const openingBalancesServer = serve(openingBalances, { create: createOpening }, conflicts)
