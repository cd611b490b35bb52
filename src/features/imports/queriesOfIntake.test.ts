import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorld, taobaoFile } from './testImports.ts'

const { as, upload } = await importWorld()

test('POST /api/imports: a preview takes the place of an own one of the same file, and of nothing else', async () => {
  const file = taobaoFile({ '晨曦家居旗舰店:换': [5, 5, 0] })
  const first = (await upload('agent', file)).data.id
  const other = (await upload('agent', taobaoFile({ '晨曦家居旗舰店:别': [6, 6, 0] }))).data.id
  const alive = async (id: number) => (await as('agent').get(`/api/imports/${id}`)).status
  await upload('head', file, { instead: String(first) })
  await upload('agent', file, { instead: String(other) })
  assert.deepEqual([await alive(first), await alive(other)], [200, 200])
  await upload('agent', file, { instead: String(first) })
  assert.deepEqual([await alive(first), await alive(other)], [404, 200])
})
