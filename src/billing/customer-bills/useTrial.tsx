import { useState } from 'react'
import type * as z from 'zod'
import { useClient } from '#kit/clientContext.tsx'
import { CallError, fieldsOf, sentenceOf } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import type { Trial } from './contractTrial.ts'
import { billTrials } from './contractTrial.ts'

type Asked = z.input<typeof billTrials.run.input>

/** A pricing that may still be incomplete. */
type Typed = Omit<Asked, 'pricing'> & { pricing: unknown }

interface Tried {
  asked: Typed
  trial: Trial | null
  /** Error message for the input. */
  problem: string | null
}

/** Runs trials. A result is returned only while the input is unchanged. */
export function useTrial(asked: Typed) {
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<Tried | null>(null)
  const run = async () => {
    setBusy(true)
    try {
      const trial = await client.call(billTrials.run, asked as Asked, { messagePlace: 'inPage' })
      setTried({ asked, trial, problem: null })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTried({ asked, trial: null, problem: problemOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const found = tried && isSame(tried.asked, asked) ? tried : null
  return { busy, run: () => void run(), trial: found?.trial ?? null, problem: found?.problem ?? null }
}

function problemOf(error: CallError): string {
  const [first] = Object.values(fieldsOf(error) ?? {})
  return first ? t(first) : sentenceOf(error.notice) || error.message
}

const isSame = (one: Typed, other: Typed) => JSON.stringify(one) === JSON.stringify(other)
