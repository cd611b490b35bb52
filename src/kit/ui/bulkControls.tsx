import { createContext, use } from 'react'
import type { Actor } from '#access/can.ts'
import type { BulkKind } from '#access/kinds.ts'
import type { Endpoint } from '#kit/contract.ts'
import type { Field } from './form/declare.tsx'

/** The fields that a bulk edit offers for one kind of record. */
export interface BulkFields {
  /** The endpoint that edits one such record; its input contains the titles of the fields. */
  endpoint: Endpoint
  /** The fields that this user may set for many records in one bulk edit. */
  fields: (user: Actor) => Field[]
}

/** A kind without an entry does not compile. */
export type BulkTable = Record<BulkKind, BulkFields>

const BulkTableContext = createContext<BulkTable | null>(null)
export const BulkTableProvider = BulkTableContext.Provider

/** @throws outside of the supplied `BulkControls`. */
export function useBulkTable(): BulkTable {
  const table = use(BulkTableContext)
  if (!table) throw new Error('no bulk fields are supplied here')
  return table
}
