import assert from 'node:assert/strict'
import {
  assertAgreed,
  contractFrom,
  ModelCommand,
  type ModelCustomer,
  type ModelStore,
  pick,
  todayOf,
  uniqueName,
  versionOf,
  type World,
} from './testLifecycle.ts'
import { FIELDS, type Kind, listed } from './testLifecycleEdits.ts'
import { type Cells, importing } from './testSheets.ts'

/** Restores the value that a field had before one of the lines of its record's log. */
export function restoreField(kind: Kind, at: number, which: number): ModelCommand {
  return new ModelCommand(`restore a field of ${kind} ${at}`, async (model, world) => {
    const row = pick(listed(model, kind), at)
    if (!row) return
    const field = FIELDS[kind]
    const lines = await world.db
      .selectFrom('audit')
      .select(['id', 'changes'])
      .where('entity', '=', kind)
      .where('recordId', '=', String(row.id))
      .where('action', '=', 'update')
      .orderBy('id')
      .execute()
    const line = pick(
      lines.filter(({ changes }) => Object.hasOwn(changes as object, field)),
      which,
    )
    if (!line) return
    const input = { field, version: await versionOf(world, kind, row.id) }
    const { status, body } = await world.as('admin').post(`/api/audit-logs/${line.id}/restore`, input)
    // A value that is current already cannot be restored.
    assert.ok(status === 200 || body.errorCode === 'WRONG_STATE', body.errorMessage)
  })
}

/** Merges one customer into another; its stores move with it. */
export function merge(at: number, more: number, take: boolean): ModelCommand {
  return new ModelCommand(`merge customer ${more} into ${at}`, async (model, world) => {
    const [target, other] = [pick(model.customers, at), pick(model.customers, more)]
    if (!target || !other || target === other) return
    const input = {
      version: await versionOf(world, 'customer', target.id),
      otherId: other.id,
      otherVersion: await versionOf(world, 'customer', other.id),
      take: take ? ['remark'] : [],
    }
    const answer = await world.as('admin').post(`/api/customers/${target.id}/merge`, input)
    const lost = [target, other].some(({ status }) => status === 'churned')
    if (!assertAgreed(answer, !lost && other.record === null, 'merge')) return
    const { items } = (await world.as('admin').get(`/api/customers/${target.id}/merges`)).data
    const stores = model.stores.filter(({ customer }) => customer === other)
    for (const store of stores) store.customer = target
    model.customers.splice(model.customers.indexOf(other), 1)
    const { id } = items.find(({ undoneAt }: { undoneAt: string | null }) => undoneAt === null)
    model.merges.push({ id, other, stores })
  })
}

/** Undoes a merge, which the program refuses if the moved records have changed since. */
export function undoMerge(which: number): ModelCommand {
  return new ModelCommand(`undo merge ${which}`, async (model, world) => {
    const done = pick(model.merges, which)
    if (!done) return
    const { status, body } = await world.as('admin').post(`/api/customer-merges/${done.id}/undo`)
    assert.ok([200, 404, 409].includes(status), body.errorMessage)
    if (status !== 200) return
    for (const store of done.stores) store.customer = done.other
    model.customers.push(done.other)
    model.merges.splice(model.merges.indexOf(done), 1)
  })
}

const CUSTOMER_WORDS = { trial: '试用', active: '合作中', churned: '已流失' } as const

/** Imports a new customer in one of the allowed states, and a remark for an existing one. */
export function importCustomers(
  at: number,
  status: keyof typeof CUSTOMER_WORDS,
  undone: boolean,
): ModelCommand {
  return new ModelCommand(`import a customer ${status}${undone ? ' and undo' : ''}`, async (model, world) => {
    const [name, day] = [uniqueName('导入客户'), todayOf(world)]
    const { contractStartOn, contractEndOn } = contractFrom(day)
    const signed = { 合同开始日期: contractStartOn, 合同结束日期: contractEndOn }
    const row: Cells = { 客户名称: name, 状态: CUSTOMER_WORDS[status], ...(status !== 'trial' && signed) }
    const lost = { ...row, 流失日期: day, 流失原因: '价格' }
    const existing = pick(model.customers, at)
    const more = existing
      ? [{ 客户编号: await codeOf(world, 'customer', existing.id), 客户名称: '', 备注: name }]
      : []
    const rows = [status === 'churned' ? lost : row, ...more]
    const id = await importSheet(world, 'customer', rows, undone)
    const made = await named(world, 'customer', name)
    // A customer that was imported as lost stays after an undo: its record's snapshot is never deleted.
    assert.equal(made === undefined, undone && status !== 'churned', `import ${id}`)
    if (made !== undefined) {
      const record = await recordOf(world, 'customer', made)
      model.customers.push({ id: made, status, record } satisfies ModelCustomer)
    }
  })
}

/** Imports a new store, serving or stopped; a lost customer accepts stopped ones only. */
export function importStores(at: number, status: 'serving' | 'stopped'): ModelCommand {
  return new ModelCommand(`import a store ${status} of ${at}`, async (model, world) => {
    const customer = pick(model.customers, at)
    if (!customer) return
    const [name, day] = [uniqueName('导入店铺'), todayOf(world)]
    const base = { 客户: await codeOf(world, 'customer', customer.id), 平台: '抖音', 店铺名称: name }
    const stopped = { 状态: '已停止', 上线日期: day, 停止日期: day, 流失原因: '店铺关闭' }
    const row: Cells = { ...base, ...(status === 'stopped' ? stopped : { 状态: '服务中', 上线日期: day }) }
    await importSheet(world, 'store', [row], false)
    const made = await named(world, 'store', name)
    assert.equal(made !== undefined, status === 'stopped' || customer.status !== 'churned', 'imported')
    if (made === undefined) return
    const record = await recordOf(world, 'store', made)
    model.stores.push({ id: made, customer, status, record } satisfies ModelStore)
  })
}

/** Imports an assignment of a store, and with `undone` undoes it; the rules decide whether it is allowed. */
export function importAssignment(at: number, who: number, share: number, undone: boolean): ModelCommand {
  return new ModelCommand(
    `import ${who} for store ${at}${undone ? ' and undo' : ''}`,
    async (model, world) => {
      const store = pick(model.stores, at)
      if (!store) return
      const { username } = await world.db
        .selectFrom('staff')
        .select('username')
        .where('id', '=', pick(world.agents, who) ?? 0)
        .executeTakeFirstOrThrow()
      const row = { 店铺: await codeOf(world, 'store', store.id), 客服: username, 占比: `${share}%` }
      await importSheet(world, 'assignment', [{ ...row, 班次: '中班', 开始日期: todayOf(world) }], undone)
    },
  )
}

/** Runs a sheet through all steps; returns the id of the import. */
async function importSheet(world: World, entity: string, rows: Cells[], undone: boolean): Promise<number> {
  const { checked, written, undone: takeBack } = importing(world)
  const { id, counts } = await checked('admin', entity, rows)
  if (counts.create + counts.update === 0) return id
  await written('admin', id)
  if (undone) assert.equal((await takeBack('admin', id, true)).status, 200)
  return id
}

const codeOf = async ({ db }: World, table: Kind, id: number): Promise<string> =>
  (await db.selectFrom(table).select('code').where('id', '=', id).executeTakeFirstOrThrow()).code

const named = async ({ db }: World, table: Kind, name: string): Promise<number | undefined> =>
  (await db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst())?.id

/** The churn record that was imported with a lost customer or store; null for the others. */
async function recordOf({ db }: World, kind: Kind, id: number) {
  const row = await db
    .selectFrom('churnRecord')
    .select('id')
    .where('subject', '=', kind)
    .where(kind === 'customer' ? 'customerId' : 'storeId', '=', id)
    .where('status', '=', 'churned')
    .executeTakeFirst()
  return row ? { id: row.id, status: 'churned' as const } : null
}
