import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { storeSteps } from './contractSteps.ts'
import { getStore } from './queries.ts'
import { countLiveStores, findAgentsAfter } from './queriesOfLife.ts'
import { proposalFor } from './queriesOfProposals.ts'
import { conflicts } from './rules.ts'
import * as steps from './steps.ts'

export const storeStepsServer = serve(
  storeSteps,
  {
    trial: steps.beginTrial,
    goLive: steps.goLive,
    pause: steps.pause,
    resume: steps.resume,
    stop: steps.stop,
    restore: steps.restore,

    stopPreview: async (context, { id, stoppedOn, monthPaid }) => {
      const { db, clock } = context
      const { customerId } = await getStore(db, steps.writable(context), id, today(clock))
      return {
        proposal: await proposalFor(db, id, { stoppedOn, monthPaid }),
        agents: await findAgentsAfter(db, id, stoppedOn),
        lastLiveStore: (await countLiveStores(db, customerId, id)) === 0,
      }
    },
  },
  conflicts,
)
