import { AppError } from './errors.ts'

/** Per unique index of a feature: the field that it guards, and the sentence for the person. */
export type Conflicts = Record<string, { field: string; message: string }>

const UNIQUE_VIOLATION = '23505'

/** Turns the database's refusal of a duplicate into the feature's sentence; everything else stays as it is. */
export function conflictOf(error: unknown, conflicts: Conflicts): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== UNIQUE_VIOLATION || !constraint) return error
  const known = conflicts[constraint]
  if (!known) return error
  return new AppError('CONFLICT', known.message, { data: { fields: { [known.field]: known.message } } })
}
