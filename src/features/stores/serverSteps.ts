import { serve } from '#kit/serve.ts'
import { storeSteps } from './contractSteps.ts'
import { conflicts } from './rules.ts'
import * as steps from './steps.ts'
import { ofStop } from './stopConsequences.ts'

export const storeStepsServer = serve(
  storeSteps,
  {
    trial: steps.beginTrial,
    goLive: steps.goLive,
    pause: steps.pause,
    resume: steps.resume,
    stop: steps.stop,
    restore: steps.restore,

    stopConsequences: ofStop,
  },
  conflicts,
)
