import assert from 'node:assert/strict'
import { type Model, ModelCommand, pick, type World } from './testLifecycle.ts'

export type Kind = 'customer' | 'store'

/** A field of each kind that an admin may edit in every state, alone or in bulk. */
export const FIELDS = { customer: 'remark', store: 'category' } as const

/** The records of a kind in the model. */
export const listed = ({ customers, stores }: Model, kind: Kind): readonly { id: number }[] =>
  kind === 'customer' ? customers : stores

/** Edits a field by the form; `text` 0 empties it. */
export function edit(kind: Kind, at: number, text: number): ModelCommand {
  return new ModelCommand(`edit ${kind} ${at}`, async (model, { as, db }) => {
    const row = pick(listed(model, kind), at)
    if (!row) return
    const { version } = await db
      .selectFrom(kind)
      .select('version')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    const changes = { [FIELDS[kind]]: text === 0 ? null : `写法${text}`, version }
    const answer = await as('admin').patch(`/api/${kind}s/${row.id}`, changes)
    assert.equal(answer.status, 200, answer.body.errorMessage)
  })
}

/** Edits a field of all records of a kind in bulk; with `undone` it also undoes the edit. */
export function editInBulk(kind: Kind, text: number, undone: boolean): ModelCommand {
  return new ModelCommand(`edit every ${kind} in bulk${undone ? ' and undo' : ''}`, async (model, world) => {
    const ids = listed(model, kind).map(({ id }) => id)
    if (ids.length === 0) return
    const changes = { [FIELDS[kind]]: `一起${text}` }
    const begun = await world.as('admin').post('/api/bulk-edits', { entity: kind, ids, changes })
    assert.equal(begun.status, 200, begun.body.errorMessage)
    const checked = await stepped(world, begun.data.id, 'check', 'ready')
    if (checked.ready === 0) return
    await stepped(world, begun.data.id, 'run', 'done')
    if (undone) await stepped(world, begun.data.id, 'undo', 'undone')
  })
}

async function stepped({ as }: World, id: number, step: 'check' | 'run' | 'undo', state: string) {
  for (;;) {
    const { status, data, body } = await as('admin').post(`/api/bulk-edits/${id}/${step}`, {})
    assert.equal(status, 200, body.errorMessage)
    if (data.state === state) return data.counts
  }
}
