import { useState } from 'react'
import type * as z from 'zod'
import { useClient } from '#kit/clientContext.tsx'
import { CallError, fieldsOf, sentenceOf } from '#kit/failures.ts'
import { isSame } from '#kit/isSame.ts'
import { billTrials, type Trial } from './contractTrial.ts'

type TrialInput = z.input<typeof billTrials.run.input>

/** A pricing that may still be incomplete. */
type TrialDraft = Omit<TrialInput, 'pricing'> & { pricing: unknown }

interface TrialRun {
  input: TrialDraft
  trial: Trial | null
  /** Error message for the input. */
  problem: string | null
}

/** Runs trials. A result is returned only while the input is unchanged. */
export function useTrial(input: TrialDraft) {
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const [lastRun, setLastRun] = useState<TrialRun | null>(null)
  const run = async () => {
    setBusy(true)
    try {
      const trial = await client.call(billTrials.run, input as TrialInput, { messagePlace: 'inPage' })
      setLastRun({ input, trial, problem: null })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setLastRun({ input, trial: null, problem: problemOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const found = lastRun && isSame(lastRun.input, input) ? lastRun : null
  return { busy, run: () => void run(), trial: found?.trial ?? null, problem: found?.problem ?? null }
}

function problemOf(error: CallError): string {
  const [first] = Object.values(fieldsOf(error) ?? {})
  return first ?? (sentenceOf(error.notice) || error.message)
}
