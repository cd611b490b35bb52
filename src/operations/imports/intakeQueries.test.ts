import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorld, taobaoFile } from '#testing/testImports.ts'

const { as, upload } = await importWorld()

test('POST /api/imports: a preview replaces only the user’s own preview of the same file', async () => {
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

test('POST /api/imports: nicks with special characters are stored unchanged', async () => {
  const nicks = ['a\\b', '{c}', 'NULL', 'null', "d'e", '\\N', '晨曦:{1;2}', 'f\tg']
  const shown = await upload('agent', taobaoFile(Object.fromEntries(nicks.map((nick) => [nick, [5, 5, 0]]))))
  const quoted = { name: '数据_2026-05-15.csv', bytes: Buffer.from('旺旺昵称,咨询人数\n"h""i,\nj",5') }
  const broken = await upload('agent', quoted)
  const nicksOf = ({ data }: typeof shown) => data.agents.map(({ nick }: { nick: string }) => nick)
  assert.deepEqual([nicksOf(shown), nicksOf(broken)], [nicks, ['h"i,\nj']])
})
