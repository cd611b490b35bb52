import { conflicts } from '#clients/stores/rules.ts'
import { serve } from '#kit/serve.ts'
import { stopConsequences } from './consequences.ts'
import { storeSteps } from './contract.ts'
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

    stopConsequences,
  },
  conflicts,
)
