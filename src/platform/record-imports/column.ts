import { reasonNames } from '#clients/churn-records/rules.ts'

/** How a cell is read. `person`, `customer` and `store` are found by what people call them. */
export type ColumnKind =
  | 'text'
  | 'day'
  | 'money'
  | 'percent'
  | 'share'
  | 'count'
  | 'choice'
  | 'choices'
  | 'words'
  | 'person'
  | 'customer'
  | 'store'

/** A column of a sheet of records. */
export interface ImportColumn {
  field: string
  header: string
  kind: ColumnKind
  /** The header in earlier templates and exports; it is still read. */
  formerHeader?: string
  /** Value → word, of choices. */
  words?: Record<string, string>
  /** Value → the word in earlier templates and exports; it is still read. */
  formerWords?: Record<string, string>
  /** Without it no record can be made. */
  required?: boolean
  /** Only helps to find a record; it is no field of it. */
  finding?: boolean
  /** Read for new records only: those that stand change it by steps of their own. */
  newOnly?: boolean
  /** Set by whoever sets roles and pay; for the others the column does not exist. */
  adminOnly?: boolean
  note?: string
  example: string
}

/** A column of plain text. */
export const text = (field: string, header: string, example: string, note?: string): ImportColumn => ({
  ...{ field, header, kind: 'text', example },
  ...(note ? { note } : {}),
})
/** A column of days. */
export const day = (field: string, header: string, example: string): ImportColumn => ({
  ...{ field, header, kind: 'day', example },
})
/** A column whose cells say one of some words. */
export const choice = (
  field: string,
  header: string,
  words: Record<string, string>,
  example: string,
): ImportColumn => ({ field, header, kind: 'choice', words, example })

/** Why somebody was lost before the company began here; read of new records only. */
export const churnReason: ImportColumn = {
  ...choice('churnReason', '流失原因', reasonNames, ''),
  newOnly: true,
}
