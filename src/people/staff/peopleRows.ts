import type * as z from 'zod'
import type { NewPerson, Position } from './contract.ts'

/** A row of the form for several people while it is typed; any text may be empty. */
export interface PersonRow {
  /** Stays with the row while others are added and removed. */
  key: number
  name: string
  username: string
  mobile: string
  position: Position
  /** The head of a member: `id:5`, or `row:3` for the row with that key; undefined until it is chosen. */
  head: string | undefined
}

export type PersonInput = z.input<typeof NewPerson>

export const headOfRow = (key: number) => `row:${key}`
export const headById = (id: number) => `id:${id}`

/** Whether nothing was typed in a row: it is not sent. */
export const isBlank = ({ name, username, mobile }: PersonRow) =>
  [name, username, mobile].every((text) => text.trim() === '')

/** An empty row below others: a member of the same head, or of the head above; without any head, a head. */
export function rowAfter(rows: readonly PersonRow[], heads: readonly { id: number }[]): PersonRow {
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
  const [last, only] = [rows.at(-1), heads.length === 1 ? heads[0] : undefined]
  const above = rows.findLast(({ position }) => position === 'head')
  const head = last?.head ?? (above && headOfRow(above.key)) ?? (only && headById(only.id))
  const position = head || heads.length > 0 ? 'member' : 'head'
  return { key, name: '', username: '', mobile: '', position, head: position === 'member' ? head : undefined }
}

/** Replaces a row. Members of a row that is no head any more have no head. */
export function withRow(rows: readonly PersonRow[], changed: PersonRow): PersonRow[] {
  const row = changed.position === 'member' ? changed : { ...changed, head: undefined }
  const next = rows.map((one) => (one.key === row.key ? row : one))
  return row.position === 'head' ? next : withoutHead(next, row.key)
}

/** Removes a row. Its members have no head until one is chosen. */
export function withoutRow(rows: readonly PersonRow[], key: number): PersonRow[] {
  return withoutHead(
    rows.filter((row) => row.key !== key),
    key,
  )
}

const withoutHead = (rows: readonly PersonRow[], key: number) =>
  rows.map((row) => (row.head === headOfRow(key) ? { ...row, head: undefined } : row))

/** The rows as they are sent, without blank ones. A head (the user) sends neither role nor team. */
export function toPeople(rows: readonly PersonRow[], ofHead: boolean): PersonInput[] {
  const filled = rows.filter((row) => !isBlank(row))
  return filled.map(({ name, username, mobile, position, head }) => ({
    name: name.trim(),
    ...(username.trim() && { username: username.trim() }),
    ...(mobile.trim() && { mobile: mobile.trim() }),
    ...(ofHead ? {} : { position, ...parentOf(filled, head) }),
  }))
}

function parentOf(filled: readonly PersonRow[], head: string | undefined) {
  const [kind, number] = head?.split(':') ?? []
  if (kind === 'id') return { parentId: Number(number) }
  const parentRow = filled.findIndex(({ key }) => key === Number(number))
  return kind === 'row' && parentRow >= 0 ? { parentRow } : {}
}

/** The rows of what would be sent: a restored draft. */
export function fromPeople(people: readonly PersonInput[]): PersonRow[] {
  return people.map(({ name, username, mobile, position, parentId, parentRow }, key) => ({
    key,
    name: name ?? '',
    username: username ?? '',
    mobile: mobile ?? '',
    position: position ?? 'member',
    head: parentRow === undefined ? parentId && headById(Number(parentId)) : headOfRow(parentRow),
  })) as PersonRow[]
}

/** The path of a row's field within what is sent; undefined for a blank row. */
export function pathOf(rows: readonly PersonRow[], key: number, field: string): string | undefined {
  const at = rows.filter((row) => !isBlank(row)).findIndex((row) => row.key === key)
  return at < 0 ? undefined : `${at}.${field}`
}
