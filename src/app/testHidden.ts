import assert from 'node:assert/strict'
import type { Answer } from './testApp.ts'

/** The word that stands in every record made here, and an amount that stands in no other. */
export const CANARY = '密云'
export const CANARY_CENTS = 8_877_007
export const CANARY_MOBILE = '13812349876'

/** A record that was made: its number and the version that stands. */
export interface Hidden {
  id: number | string
  version: number
}

/** By what a path or a field calls them: `/api/stores`, `storeId`. */
export type HiddenRecords = Record<string, Hidden>

/** What an answer made; fails where it made nothing. */
export function made(answer: Answer): Hidden {
  assert.equal(answer.status, 200, answer.body.errorMessage)
  return { id: answer.data.id, version: answer.data.version ?? 1 }
}
