import type { Context } from '#kit/serve.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { fill } from '#kit/text.ts'
import { readCell } from './cells.ts'
import type { ImportEntity } from './contract.ts'
import {
  findCustomerCalled,
  findOpeningId,
  findOwnCustomer,
  findOwnStore,
  findPeople,
  findStaffCalled,
} from './queriesOfMatching.ts'
import { findBeginning, findBinding, findStoresCalled } from './queriesOfStores.ts'
import type { Place } from './rules.ts'
import { cellOf } from './rules.ts'

/** A row as its record's edit would take it. */
export interface ReadRow {
  values: Record<string, unknown>
  /** The record that it means; undefined: a new one. */
  id: number | undefined
  problems: string[]
}

/** What the reading needs of the file around a row. */
export interface Around {
  entity: ImportEntity
  places: readonly Place[]
  /** The user names that the same sheet brings: a preview takes their people for given. */
  coming: ReadonlySet<string>
}

/** Reads a row, and finds the records that it means. */
export async function readRow(context: Context, around: Around, row: SheetRow): Promise<ReadRow> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const place of around.places) {
    if (place.finding) continue
    const read = await readField(context, around, place, row)
    if (read && 'problem' in read) problems.push(read.problem)
    else if (read) values[place.field] = read.value
  }
  const { id, problem } = await findMeant(context, around, row, values)
  return { values, id, problems: problem ? [...problems, problem] : problems }
}

async function readField(context: Context, around: Around, place: Place, row: SheetRow) {
  const read = readCell(place, cellOf(row, around.places, place.field))
  if (!read || 'problem' in read || typeof read.value !== 'string') return read
  if (place.kind === 'person') return personOf(context, around, place, read.value)
  if (place.kind === 'store') return storeOf(context, around, row, read.value)
  return place.kind === 'customer' ? customerOf(context, read.value) : read
}

async function customerOf(context: Context, text: string) {
  const found = await findCustomerCalled(context, text)
  if (found) return { value: found.id }
  return { problem: fill('没有找到客户“{text}”，请填已登记的客户编号或全称。', { text }) }
}

async function storeOf(context: Context, { entity, places }: Around, row: SheetRow, text: string) {
  const place = places.find(({ field }) => field === 'platform')
  const read = place && readCell(place, cellOf(row, places, 'platform'))
  if (read && 'problem' in read) return read
  const platform = read?.value ? String(read.value) : null
  const [only, ...others] = await findStoresCalled(context, entity, { called: text, platform })
  if (only && others.length === 0) return { value: only.id }
  if (only) return { problem: fill('叫“{text}”的店铺有几家，请改填店铺编号，或补上平台。', { text }) }
  return {
    problem: fill('没有找到店铺“{text}”：请填您可以分配的、没有停止的店铺的编号或全称。', { text }),
  }
}

async function personOf(context: Context, { coming }: Around, { header }: Place, text: string) {
  const found = await findPeople(context, text)
  const [only] = found
  if (only && found.length === 1) return { value: only.id }
  if (found.length > 1) {
    return {
      problem: fill('{header}“{text}”有 {n} 位同名，请改填用户名。', { header, text, n: found.length }),
    }
  }
  if (coming.has(text.toLowerCase())) return undefined
  return { problem: fill('{header}“{text}”不在本公司在职人员里，请填姓名或用户名。', { header, text }) }
}

async function findMeant(
  context: Context,
  { entity, places }: Around,
  row: SheetRow,
  values: Record<string, unknown>,
): Promise<{ id?: number | undefined; problem?: string }> {
  const [code, name] = [cellOf(row, places, 'code'), cellOf(row, places, 'name')]
  if (entity === 'staff') return { id: (await findStaffCalled(context, cellOf(row, places, 'username')))?.id }
  if (entity === 'opening') return { id: await findOpeningId(context, values) }
  if (entity === 'assignment') return { id: await findBeginning(context, values) }
  if (entity === 'nick') return { id: await findNick(context, values) }
  const platform = String(values.platform ?? '')
  const found =
    entity === 'customer'
      ? await findOwnCustomer(context, { code, name })
      : await findOwnStore(context, { code, platform, name, stoppedOn: stoppedIn(values) })
  if (found || !code) return { id: found?.id }
  return { problem: fill('没有编号为 {code} 的记录，或不在您可修改的范围内；新增请把编号留空。', { code }) }
}

/** The day after which the store of a row had stopped; null where it goes on. */
const stoppedIn = ({ status, stoppedOn }: Record<string, unknown>) =>
  status === 'stopped' && typeof stoppedOn === 'string' ? stoppedOn : null

/** A nick that is the person's on that day already is nothing new, whenever it became so. */
async function findNick(context: Context, values: Record<string, unknown>): Promise<number | undefined> {
  const found = await findBinding(context, values)
  if (found && typeof values.fromOn === 'string' && found.fromOn <= values.fromOn) delete values.fromOn
  return found?.id
}
