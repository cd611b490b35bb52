import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportGroup, ImportPreview } from '#operations/imports/contract.ts'
import { type FileEntry, newEntry, nickKey } from '#operations/imports/drawer/rules.ts'
import type { Proposed, ProposedNick } from './contract.ts'
import { planOf } from './plan.ts'
import {
  draftOf,
  missingIn,
  newCustomers,
  problemsByStore,
  runInput,
  type StoreEdits,
} from './storeDrafts.ts'
import { storeOf } from './storeOf.ts'

function store(key: string, changes: Partial<Proposed> = {}): Proposed {
  return {
    key,
    name: `${key}旗舰店`,
    platform: 'tmall',
    platforms: ['taobao', 'tmall'],
    source: 'fileName',
    hint: null,
    fileIds: [1],
    rows: 5,
    nicks: 5,
    consultUsers: 100,
    from: '2026-05-18',
    to: '2026-05-18',
    customer: null,
    customerName: key,
    similar: [],
    ...changes,
  }
}

const unnamed = store('云栖母婴', {
  name: null,
  platform: null,
  customerName: null,
  source: 'none',
  fileIds: [3],
})

test('a store is created unless it lacks something or the user leaves it out', () => {
  assert.equal(draftOf(store('晨曦家居')).included, true)
  assert.equal(draftOf(store('晨曦家居'), { included: false }).included, false)
  const draft = draftOf(unnamed)
  assert.deepEqual([draft.included, missingIn(draft)], [false, ['name', 'platform', 'customer']])
  // It is ticked as soon as nothing is missing any more; the customer follows from the name.
  const filled = draftOf(unnamed, { name: '云栖母婴专营店', platform: 'tmall' })
  assert.deepEqual([filled.included, filled.customer], [true, { id: null, name: '云栖母婴' }])
  assert.deepEqual(missingIn(draftOf(store('晨曦家居'), { customer: null })), ['customer'])
})

test('stores with the same new customer share it, however its name is spaced', () => {
  const drafts = [store('晨曦家居'), store('晨曦家居'), store('沐野户外')].map((one) => draftOf(one))
  assert.deepEqual(newCustomers(drafts), ['晨曦家居', '沐野户外'])
  const existing = draftOf(store('晨曦家居', { customer: { id: 4, name: '杭州晨曦' } }))
  assert.deepEqual(newCustomers([existing]), [])
})

test('a run sends the included stores and the nicks of these and of existing stores', () => {
  const drafts = [draftOf(store('晨曦家居')), draftOf(store('沐野户外'), { included: false })]
  const input = runInput({
    files: [{ id: 1, version: 2 }],
    drafts,
    nicks: [
      { nick: '小雨', storeKey: '晨曦家居', storeId: null, staffId: 4 },
      { nick: '小晴', storeKey: '沐野户外', storeId: null, staffId: 5 },
      { nick: '小满', storeKey: null, storeId: 9, staffId: 6 },
    ],
    status: 'trial',
    leaderId: 8,
    commit: true,
  })
  assert.deepEqual(input.stores, [
    {
      key: '晨曦家居',
      name: '晨曦家居旗舰店',
      platform: 'tmall',
      customer: { name: '晨曦家居' },
      status: 'trial',
      leaderId: 8,
    },
  ])
  assert.deepEqual(input.nicks, [
    { nick: '小雨', storeKey: '晨曦家居', staffId: 4 },
    { nick: '小满', storeId: 9, staffId: 6 },
  ])
})

test('the sentences of a refused run belong to the stores that were sent', () => {
  const fields = {
    'stores.1.name': '已有同名店铺。',
    'stores.1.customer': '已有同名客户。',
    nicks: '请核对。',
  }
  assert.deepEqual(problemsByStore(fields, [{ key: 'a' }, { key: 'b' }]), {
    b: { name: '已有同名店铺。', customer: '已有同名客户。' },
  })
})

function file(id: number, groups: Partial<ImportGroup>[]): FileEntry {
  const whole = groups.map((one) => ({
    storeId: null,
    storeName: null,
    on: '2026-05-18',
    agents: [],
    agentTotal: 5,
    unmatchedNicks: [],
    corrections: [],
    blocks: one.storeId ? [] : [{ code: 'NO_STORE', message: '' }],
    committed: false,
    ...one,
  }))
  const preview = {
    id,
    version: 1,
    status: 'preview',
    groups: whole,
    problemTotal: 0,
  } as unknown as ImportPreview
  return { ...newEntry(`${id}`, `${id}.xlsx`), phase: 'read', preview }
}

test('the store of a group is the only one of its file, or the one with its name', () => {
  const stores = [store('a', { fileIds: [1, 2] }), store('b', { fileIds: [2] })]
  assert.equal(storeOf(stores, 1, { storeName: null })?.key, 'a')
  assert.equal(storeOf(stores, 2, { storeName: 'b旗舰店' })?.key, 'b')
  assert.equal(storeOf(stores, 2, { storeName: null }), undefined)
  assert.equal(storeOf(stores, 3, { storeName: 'a旗舰店' }), undefined)
})

test('the plan counts what is created and imported; a store without a name holds nothing else up', () => {
  const stores = [store('晨曦家居'), store('沐野户外', { fileIds: [2] }), unnamed]
  const edits: StoreEdits = {}
  const drafts = new Map(stores.map((one) => [one.key, draftOf(one, edits[one.key])]))
  const nick = (name: string, storeKey: string | null, storeId: number | null): ProposedNick => ({
    nick: name,
    storeKey,
    storeId,
    storeName: null,
    handledUsers: 1,
    fileIds: [],
    staff: null,
    reason: null,
  })
  const nicks = [nick('小雨', '晨曦家居', null), nick('小晴', '云栖母婴', null), nick('小满', null, 9)]
  const person = { id: 4, name: '周小禾' }
  const owners = new Map([
    [nickKey('晨曦家居', '小雨'), person],
    [nickKey('云栖母婴', '小晴'), person],
    [nickKey(9, '小满'), person],
  ])
  const newStoreOf = (previewId: number, group: ImportGroup) => {
    const draft = drafts.get(storeOf(stores, previewId, group)?.key ?? '')
    return draft?.included ? draft.name : undefined
  }
  const choices = { owners, mayCreate: true, inBulk: true, newStoreOf }
  const entries = [file(1, [{}]), file(2, [{ on: '2026-05-16' }]), file(3, [{}]), file(4, [{ storeId: 9 }])]
  assert.deepEqual(planOf(entries, { stores, nicks, drafts, choices }), {
    stores: 2,
    customers: 2,
    nicks: 2,
    imported: 3,
    from: '2026-05-16',
    to: '2026-05-18',
    left: 1,
  })
})
