import { type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { nextVersion } from '#kit/version.ts'
import type { Thresholds } from './contract.ts'
import { DEFAULT_THRESHOLDS } from './rules.ts'

/** Configured thresholds; null means the default. */
export type ChosenThresholds = { [K in keyof Thresholds]: number | null }

const COLUMNS = ['nearBp', 'overBp', 'overRedBp', 'fallBp', 'missingDays'] as const

export const NONE_CHOSEN: ChosenThresholds = {
  nearBp: null,
  overBp: null,
  overRedBp: null,
  fallBp: null,
  missingDays: null,
}

/** The thresholds configured for a company (customer null) or a customer; version 0 if there are none. */
export async function findThresholds(db: Database, companyCode: string, customerId: number | null) {
  const row = await db
    .selectFrom('warningThreshold')
    .leftJoin('staffName as editor', 'editor.id', 'warningThreshold.updatedBy')
    .select(COLUMNS)
    .select(['warningThreshold.version', 'warningThreshold.updatedAt', 'editor.name as updatedByName'])
    .where('warningThreshold.companyCode', '=', companyCode)
    .where('customerId', 'is not distinct from', customerId)
    .executeTakeFirst()
  return row ?? { ...NONE_CHOSEN, version: 0, updatedAt: null, updatedByName: null }
}

/** The defaults, overridden by the configured thresholds. */
export function limitsOf(chosen: ChosenThresholds, defaults: Thresholds = DEFAULT_THRESHOLDS): Thresholds {
  return Object.fromEntries(
    COLUMNS.map((key) => [key, chosen[key] ?? defaults[key]]),
  ) as unknown as Thresholds
}

/** The thresholds configured for any of these customers. */
export async function findThresholdsOf(db: Database, customerIds: readonly number[]) {
  const rows = await db
    .selectFrom('warningThreshold')
    .select([...COLUMNS, 'customerId'])
    .where(sql<SqlBool>`customer_id = any(${[...customerIds]}::int[])`)
    .execute()
  return new Map(rows.map(({ customerId, ...chosen }) => [customerId, chosen]))
}

interface ThresholdsInput {
  companyCode: string
  customerId: number | null
  chosen: ChosenThresholds
  by: number
  at: Date
}

/** Saves thresholds if `version` is current (0: not configured yet). Returns whether it did. */
export async function putThresholds(
  db: Database,
  { companyCode, customerId, chosen, by, at }: ThresholdsInput,
  version: number,
): Promise<boolean> {
  const stamp = { updatedAt: at, updatedBy: by }
  if (version === 0) {
    const made = await db
      .insertInto('warningThreshold')
      .values({ companyCode, customerId, ...chosen, ...stamp, createdAt: at, createdBy: by })
      .onConflict((conflict) => conflict.constraint('warning_threshold_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    return made !== undefined
  }
  const changed = await db
    .updateTable('warningThreshold')
    .set({ ...chosen, ...stamp })
    .set(nextVersion)
    .where('companyCode', '=', companyCode)
    .where('customerId', 'is not distinct from', customerId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
