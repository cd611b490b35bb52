import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { type AppError, type FieldErrors, refusal } from '#kit/errors.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import type { NewPerson, Position, StaffInput } from './contract.ts'
import { createStaff } from './edit.ts'
import { findFreeUsername } from './queries.ts'
import { assertMaySet, conflicts } from './rules.ts'

const roles: Record<Position, number> = {
  head: ROLES.agent,
  member: ROLES.agent,
  sales: ROLES.sales,
  finance: ROLES.finance,
  admin: ROLES.admin,
}

/** Throws FORBIDDEN if a head sends what heads may not set: the role and the team follow from the head. */
export function assertMayCreateMany(actor: Actor, people: readonly NewPerson[]): void {
  for (const { position, parentId, parentRow } of people) {
    const parent = parentRow ?? parentId
    assertMaySet(actor, {
      ...(position && { role: position }),
      ...(parent !== undefined && { parentId: parent }),
    })
  }
}

const NO_HEAD: Sentence = { sentence: '请选择本公司在职的组长。' }

type Created = Awaited<ReturnType<typeof createStaff>>

/**
 * Creates people with the hashes of their one-time passwords, heads before their members. All or none: if a row is
 * refused, throws INVALID with a sentence per refused row (`people.2.username`). Returns them in the given order.
 */
export async function createPeople(
  context: Context,
  people: readonly NewPerson[],
  hashes: readonly string[],
): Promise<Created[]> {
  const created = new Map<number, Created>()
  const problems: FieldErrors = {}
  for (const row of writeOrder(people)) {
    const [person, hash] = [people[row], hashes[row]]
    if (!person || !hash) throw new Error(`row ${row} has no person or no password`)
    const parentId = parentOf(person, created)
    if (parentId === 'none') {
      // If the row of the head was refused, that is the problem.
      const isReported = Object.keys(problems).some((path) => path.startsWith(`people.${person.parentRow}.`))
      if (!isReported) problems[`people.${row}.parentId`] = NO_HEAD
      continue
    }
    const tried = await withSavepoint(context, conflicts, async (inner) =>
      createStaff(inner, await inputOf(inner, person, parentId), hash),
    )
    if ('value' in tried) created.set(row, tried.value)
    else Object.assign(problems, problemsOf(row, tried.refusal))
  }
  const [first] = Object.values(problems)
  if (first) throw refusal('INVALID', first, { fields: problems })
  return people.flatMap((_, row) => created.get(row) ?? [])
}

/** The rows whose head is another row come last. */
function writeOrder(people: readonly NewPerson[]): number[] {
  const isLast = (row: number) => (people[row]?.parentRow === undefined ? 0 : 1)
  return people.map((_, row) => row).sort((a, b) => isLast(a) - isLast(b) || a - b)
}

/** The head: an existing one, or that of a created row; `none` if that row was not created. */
function parentOf(
  { parentId, parentRow }: NewPerson,
  created: ReadonlyMap<number, Created>,
): number | undefined | 'none' {
  if (parentRow === undefined) return parentId
  return created.get(parentRow)?.id ?? 'none'
}

async function inputOf(
  { db }: Context,
  { name, username, position, mobile }: NewPerson,
  parentId: number | undefined,
): Promise<StaffInput> {
  return {
    name,
    username: username ?? (await findFreeUsername(db, usernameBase(name))),
    ...(mobile !== undefined && { mobile }),
    ...(position && { role: roles[position] }),
    ...(parentId !== undefined && { parentId }),
  }
}

const MIN_USERNAME = 3
/** Leaves room for a number. */
const MAX_BASE = 28

/** A user name for a Chinese name: its pinyin (周小禾 → zhouxiaohe); with 01 if it is too short. */
export function usernameBase(name: string): string {
  const [pinyin = ''] = searchPinyin(name, true).split(' ')
  const letters = pinyin.replace(/[^a-z0-9]/g, '').slice(0, MAX_BASE)
  if (letters === '') return 'user'
  return letters.length < MIN_USERNAME ? `${letters}01` : letters
}

/** The problems of a row by their path in the request. A role is sent as a position. */
function problemsOf(row: number, { sentence, data }: AppError): FieldErrors {
  const fields = Object.entries(data?.fields ?? { name: sentence })
  return Object.fromEntries(
    fields.map(([field, problem]) => [`people.${row}.${field === 'role' ? 'position' : field}`, problem]),
  )
}
