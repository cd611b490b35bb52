import type { ImportKind } from '#access/kinds.ts'
import { AppError } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { COMPANY_COLUMN, type RecordSheet } from '#kit/recordSheet.ts'
import { hashPassword, oneTimePassword } from '#kit/secret.ts'
import type { Context, Transact } from '#kit/serve.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import type { FirstPassword } from './contract.ts'
import {
  findCompanies,
  getImport,
  lockOwnImport,
  nextRows,
  type RowOutcome,
  saveOutcomes,
  updateImport,
  usernamesIn,
} from './queries.ts'
import type { FileContext, Lookups } from './readRow.ts'
import { cellOf, columnsFor, placesIn, withWords } from './rules.ts'
import { dryRunRows, writeRows } from './run.ts'

type Import = Awaited<ReturnType<typeof lockOwnImport>>

/** How a record kind is imported. */
export interface ImportedKind {
  editor: RecordEditor
  sheet: RecordSheet
}

/** `ImportedKind` with the lookups of all kinds. */
export interface Imported extends ImportedKind {
  lookups: Lookups
}

/** Rows per request; fewer for new staff, because each password hash takes time. */
export const BATCH_SIZE = 50
export const PEOPLE_BATCH_SIZE = 10

/** The number of rows per request; `whole` includes all rows of a turn. */
const chunkSize = ({ signsIn, groupsByOrder = false }: RecordSheet, writes = false) => ({
  count: writes && signsIn ? PEOPLE_BATCH_SIZE : BATCH_SIZE,
  includesTies: groupsByOrder,
})

/** Placeholder for a password hash in the preview, which is rolled back. */
const NO_PASSWORD = 'not a hash'

/** Tries the next rows and rolls back. After the last rows the import is `ready`. */
export async function checkBatch(context: Context, kind: Imported, found: Import): Promise<void> {
  const { db } = context
  if (found.state !== 'checking') throw new AppError('WRONG_STATE', '这份资料已经预检过。')
  const rows = await nextRows(db, found.id, ['waiting'], chunkSize(kind.sheet))
  const around = await fileContext(context, kind, found, true)
  const outcomes = await dryRunRows(
    context,
    { editor: kind.editor, around, passwordHash: () => NO_PASSWORD },
    rows,
  )
  await saveOutcomes(db, found.id, outcomes)
  if (rows.length < BATCH_SIZE) await updateImport(db, found.id, { state: 'ready' })
}

async function fileContext(
  context: Context,
  { sheet, lookups }: Imported,
  found: Import,
  isTrial: boolean,
): Promise<FileContext> {
  const { db, actor } = context
  const columns = withWords(columnsFor(actor, sheet.columns), await sheet.words?.(context))
  const places = placesIn(found.headers as string[], columns)
  const at = places.find(({ field }) => field === 'username')?.at
  const newUsernames = isTrial && at !== undefined ? await usernamesIn(db, found.id, at) : []
  const companies = places.some(({ field }) => field === COMPANY_COLUMN.field) ? await companyCodes(db) : []
  return {
    entity: found.entity,
    sheet,
    lookups,
    places,
    newUsernames: new Set(newUsernames),
    companies: new Map(companies),
  }
}

/** The companies' codes by code, by folded name, and by both as the lists show them: `001 后台总部`. */
async function companyCodes(db: Context['db']): Promise<[string, string][]> {
  return (await findCompanies(db)).flatMap(({ code, name }): [string, string][] => [
    [code, code],
    [nameKey(name), code],
    [nameKey(`${code} ${name}`), code],
  ])
}

interface NewPassword {
  text: string
  hash: string
}

/** Writes the next new or changed rows. Passwords of new people are hashed before the transaction. */
export async function runBatch<T extends object>(
  context: Context,
  kindOf: (entity: ImportKind) => Imported,
  id: number,
  transact: Transact<Context['actor']>,
  shown: (context: Context, id: number) => Promise<T>,
): Promise<T & { passwords: FirstPassword[] }> {
  const { entity } = await getImport(context.db, context.actor, id)
  const kind = kindOf(entity)
  const { signsIn = false } = kind.sheet
  const portion = chunkSize(kind.sheet, true)
  const upcoming = signsIn ? await nextRows(context.db, id, ['create', 'update'], portion) : []
  const newPasswords = new Map<number, NewPassword>()
  for (const { row, state } of upcoming) if (state === 'create') newPasswords.set(row, await newPassword())
  return transact(async (inner) => {
    const found = await lockOwnImport(inner.db, inner.actor, id)
    assertRunnable(found)
    const rows = await nextRows(inner.db, id, ['create', 'update'], portion)
    const around = await fileContext(inner, kind, found, false)
    // Excludes rows that another window has written since; rows without a password are left for the next request.
    const writable = rows.filter(({ row, state }) => !signsIn || state === 'update' || newPasswords.has(row))
    const passwordHash = (row: number) => newPasswords.get(row)?.hash ?? NO_PASSWORD
    const outcomes = await writeRows(inner, { editor: kind.editor, around, passwordHash }, writable)
    await saveOutcomes(inner.db, id, outcomes.map(toFailed))
    const state = rows.length < portion.count && writable.length === rows.length ? 'done' : 'running'
    await updateImport(inner.db, id, { state, runAt: found.runAt ?? inner.clock() })
    return { ...(await shown(inner, id)), passwords: passwordsOf(writable, outcomes, around, newPasswords) }
  })
}

function assertRunnable({ state }: Import): void {
  if (state === 'undoing' || state === 'undone') {
    throw new AppError('WRONG_STATE', '这次导入已经撤销；要再导入，请重新上传。')
  }
  if (state === 'checking') throw new AppError('WRONG_STATE', '预检还没有做完，请先预检再写入。')
  if (state === 'done') throw new AppError('WRONG_STATE', '这份资料已经写入过；要再导入，请重新上传。')
}

/** An error or conflict while writing is stored as `failed`. */
function toFailed(outcome: RowOutcome): RowOutcome {
  return outcome.state === 'error' || outcome.state === 'conflict' ? { ...outcome, state: 'failed' } : outcome
}

async function newPassword(): Promise<NewPassword> {
  const text = oneTimePassword()
  return { text, hash: await hashPassword(text) }
}

function passwordsOf(
  rows: readonly (SheetRow & { name: string })[],
  outcomes: readonly RowOutcome[],
  { places }: FileContext,
  newPasswords: ReadonlyMap<number, NewPassword>,
): FirstPassword[] {
  const created = new Set(outcomes.flatMap(({ row, state }) => (state === 'created' ? [row] : [])))
  return rows.flatMap((sheetRow) => {
    const password = newPasswords.get(sheetRow.row)
    if (!password || !created.has(sheetRow.row)) return []
    const { row, name } = sheetRow
    return [{ row, name, username: cellOf(sheetRow, places, 'username'), oneTimePassword: password.text }]
  })
}
