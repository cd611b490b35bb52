import assert from 'node:assert/strict'
import type { Answer } from './testApp.ts'

/** A word that every record made here contains, and an amount that no other record contains. */
export const CANARY = '密云'
export const CANARY_CENTS = 8_877_007
export const CANARY_MOBILE = '13812349876'

/** A created record: its id and current version. */
export interface Hidden {
  id: number | string
  version: number
}

/** Records by the path or field that refers to them: `/api/stores`, `storeId`. */
export type HiddenRecords = Record<string, Hidden>

/** The record that a request created; fails if it created none. */
export function createdRecord(answer: Answer): Hidden {
  assert.equal(answer.status, 200, answer.body.errorMessage)
  return { id: answer.data.id, version: answer.data.version ?? 1 }
}
