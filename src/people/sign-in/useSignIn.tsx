import { useRef, useState } from 'react'
import type * as z from 'zod'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { CallError, type FieldTexts, fieldsOf, sentenceOf } from '#kit/failures.ts'
import { useSession } from '#kit/ui/user.tsx'
import type { session } from './contract.ts'
import { deviceSecret } from './deviceSecret.tsx'
import { earlyRoutes } from './earlyRoutes.ts'

export type SignInInput = z.input<(typeof session)['signIn']['input']>

/** A failure that the form shows until the next attempt. */
interface FormFailure {
  fields: FieldTexts
  /** A message that belongs to no field. */
  sentence: string | null
  /** Refused because of earlier failures; other devices of the person are not affected. */
  isLocked: boolean
}

const NO_FAILURE: FormFailure = { fields: {}, sentence: null, isLocked: false }

export interface SignIn extends FormFailure {
  isPending: boolean
  submit: (input: SignInInput) => Promise<void>
  /** Shows errors that were found before anything is sent. */
  refuse: (fields: FieldTexts) => void
  /** Clears the error of a field that the user edits. */
  clearError: (name: string) => void
}

/** Sends one step. A node of an earlier version refuses the device, and gets the step without it. */
async function send(client: Client, { device, ...input }: SignInInput) {
  const call = (body: SignInInput) => client.call(earlyRoutes.signIn, body, { messagePlace: 'inPage' })
  if (!device) return call(input)
  try {
    return await call({ ...input, device })
  } catch (error) {
    if (error instanceof CallError && error.code === 'INVALID' && !fieldsOf(error)) return call(input)
    throw error
  }
}

/** Signs a user in; calls `onSecondFactor` with the ticket if a second step is required. */
export function useSignIn(onSecondFactor: (ticket: string) => void): SignIn {
  const client = useClient()
  const { begin } = useSession()
  const [failed, setFailed] = useState(NO_FAILURE)
  const [isPending, setPending] = useState(false)
  const busy = useRef(false)

  const submit = async (input: SignInInput) => {
    if (busy.current) return
    busy.current = true
    setPending(true)
    setFailed(NO_FAILURE)
    try {
      const { token } = await send(client, { ...input, device: await deviceSecret() })
      await begin(token)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const ticket = error.code === 'SECOND_FACTOR' && error.data?.ticket
      if (typeof ticket === 'string') onSecondFactor(ticket)
      else setFailed(toFormFailure(error))
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  const refuse = (fields: FieldTexts) => setFailed({ ...NO_FAILURE, fields })
  const clearError = (name: string) =>
    setFailed((now) => {
      if (!now.fields[name]) return now
      const { [name]: _, ...fields } = now.fields
      return { ...now, fields }
    })
  return { ...failed, isPending, submit, refuse, clearError }
}

/** A failed call in the form's terms: errors per field, or one message above the fields. */
export function toFormFailure(error: CallError): FormFailure {
  const fields = fieldsOf(error)
  if (fields) return { ...NO_FAILURE, fields }
  return { fields: {}, sentence: sentenceOf(error.notice), isLocked: error.code === 'TOO_MANY' }
}
