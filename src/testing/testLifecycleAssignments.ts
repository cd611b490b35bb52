import assert from 'node:assert/strict'
import type { Database } from '#db/connect.ts'
import { addDays } from '#kit/calendar.ts'
import { assertAgreed, type Model, ModelCommand, pick, todayOf, type World } from './testLifecycle.ts'

export function assign(at: number, who: number, sharePercent: number, days: number): ModelCommand {
  return new ModelCommand(`assign ${who} to store ${at}, ${sharePercent} %`, async (model, world) => {
    const store = pick(model.stores, at)
    if (!store) return
    const fromOn = todayOf(world)
    const toOn = days > 0 ? addDays(fromOn, days) : null
    const input = { storeId: store.id, staffId: pick(world.agents, who), sharePercent, fromOn, toOn }
    const answer = await world.as('admin').post('/api/store-assignments', input)
    // The invariants check whether the agent is free; a stopped store accepts no assignment.
    if (store.status === 'stopped') assertAgreed(answer, false, 'assign to a stopped store')
    else assert.ok([200, 409].includes(answer.status), answer.body.errorMessage)
  })
}

/** The assignment of a store of the model with the given index. */
async function assignmentAt({ stores }: Model, { db }: World, at: number, which: number) {
  const store = pick(stores, at)
  if (!store) return undefined
  const rows = await db
    .selectFrom('storeAssignment')
    .select(['id', 'version'])
    .where('storeId', '=', store.id)
    .orderBy('id')
    .execute()
  return pick(rows, which)
}

/** The rules decide whether the step is allowed; the log must contain its result. */
const assertDoneOrRefused = (status: number, message: string | undefined) =>
  assert.ok([200, 400, 409].includes(status), message)

export function endAssignment(at: number, which: number, days: number): ModelCommand {
  return new ModelCommand(`end assignment ${which} of store ${at}`, async (model, world) => {
    const row = await assignmentAt(model, world, at, which)
    if (!row) return
    const input = { version: row.version, toOn: addDays(todayOf(world), days) }
    const answer = await world.as('admin').post(`/api/store-assignments/${row.id}/end`, input)
    assertDoneOrRefused(answer.status, answer.body.errorMessage)
  })
}

export function changeAssignment(at: number, which: number, who: number, sharePercent: number): ModelCommand {
  return new ModelCommand(`give assignment ${which} of store ${at} to ${who}`, async (model, world) => {
    const row = await assignmentAt(model, world, at, which)
    if (!row) return
    const changes = { staffId: pick(world.agents, who), sharePercent, fromOn: todayOf(world) }
    const path = `/api/store-assignments/${row.id}/change`
    const answer = await world.as('admin').post(path, { version: row.version, ...changes })
    assertDoneOrRefused(answer.status, answer.body.errorMessage)
  })
}

const FIELDS = ['staffId', 'duty', 'shift', 'fromOn', 'toOn', 'sharePercent'] as const

type AssignmentFields = Record<(typeof FIELDS)[number], string | number | null>
type LoggedFields = Partial<
  Record<
    keyof AssignmentFields,
    [before: AssignmentFields[keyof AssignmentFields], after: AssignmentFields[keyof AssignmentFields]]
  >
>

/** Replays the lines of a store's log on its assignments; the result must equal the stored rows. */
export async function assertAssignmentsReplayed(db: Database, storeId: number): Promise<void> {
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'changes'])
    .where('entity', '=', 'store')
    .where('recordId', '=', String(storeId))
    .orderBy('id')
    .execute()
  let replayed: AssignmentFields[] = []
  for (const { action, changes } of lines)
    replayed = after(replayed, action, changes as unknown as LoggedFields)
  const stored = await db
    .selectFrom('storeAssignment')
    .select(FIELDS)
    .where('storeId', '=', storeId)
    .execute()
  assert.deepEqual(inOrder(replayed), inOrder(stored), `assignments of store ${storeId}`)
}

const inOrder = (rows: readonly AssignmentFields[]) =>
  rows.map((row) => FIELDS.map((field) => row[field]).join(' ')).sort()

function after(rows: AssignmentFields[], action: string, logged: LoggedFields): AssignmentFields[] {
  const before = (field: keyof AssignmentFields) => logged[field]?.[0] ?? null
  const now = (field: keyof AssignmentFields) => logged[field]?.[1] ?? null
  if (action === 'assign') {
    return [...rows, Object.fromEntries(FIELDS.map((field) => [field, now(field)])) as AssignmentFields]
  }
  if (action === 'cancel-assignment') {
    const rest = rows.filter((row) => FIELDS.some((field) => row[field] !== before(field)))
    assert.equal(rest.length, rows.length - 1, 'what was taken back stood once')
    return rest
  }
  if (action !== 'end-assignment') return rows
  const last = now('toOn')
  // An agent has a shift of a store only once a day: agent, shift and last day identify the assignment.
  const isMeant = (row: AssignmentFields) =>
    row.staffId === before('staffId') &&
    row.shift === before('shift') &&
    row.toOn === before('toOn') &&
    String(row.fromOn) <= String(last)
  assert.equal(rows.filter(isMeant).length, 1, 'what was ended stood once')
  return rows.map((row) => (isMeant(row) ? { ...row, toOn: last } : row))
}
