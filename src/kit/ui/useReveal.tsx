import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import { useClient } from '#kit/clientContext.tsx'
import type { Endpoint, Need } from '#kit/contract.ts'
import { CallError, fieldsOf, sentenceOf } from '#kit/failures.ts'
import { refetchAll } from '#kit/query.tsx'

interface RevealInput {
  id: number | string
  field: string
  reason: string
}

/** An endpoint created by the contract's `reveal()`. */
export type RevealEndpoint = Endpoint<
  Need,
  // biome-ignore lint/suspicious/noExplicitAny: each record names its own fields
  z.ZodType<unknown, any>,
  z.ZodType<{ value: string }>
>

export type Revealed = Pick<RevealInput, 'id' | 'field'>

/** Calls without a cache: only the caller gets the value. The displayed log is refetched. */
export function useReveal(endpoint: RevealEndpoint, of: Revealed, done: (value: string) => void) {
  const client = useClient()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const run = async (reason?: string) => {
    if (busy) return
    setBusy(true)
    setError('')
    try {
      const { value } = await client.call(endpoint, reason ? { ...of, reason } : of, {
        messagePlace: 'inPage',
      })
      void refetchAll(queries)
      setBusy(false)
      done(value)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setError(fieldsOf(failure)?.reason ?? (sentenceOf(failure.notice) || failure.message))
      setBusy(false)
    }
  }
  return { run, busy, error }
}
