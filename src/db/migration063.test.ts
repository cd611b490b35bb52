import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { english } from '#app/texts/english.ts'
import { notify } from '#platform/notices/queries.ts'
import { LISTED_AT_FIRST } from '#reporting/warnings/subscribable.ts'
import { NOON, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)

const { id: staffId } = await db
  .selectFrom('staff')
  .select('id')
  .where('username', '=', 'finance')
  .executeTakeFirstOrThrow()

async function migrate(): Promise<void> {
  const file = new URL('./migrations/063-words-and-warnings.sql', import.meta.url)
  await sql.raw(await readFile(file, 'utf8')).execute(db)
}

test('a notice with 含量 gets the current sentence, which has an English text; others stay unchanged', async () => {
  const values = { name: '晨曦家居', week: '05-11–05-17', percent: '120' }
  const sentences = ['{name} {week} 咨询量达到含量的 {percent}%', '{name} {week} 没有咨询']
  await notify(
    db,
    sentences.map((sentence) => ({
      companyCode: '001',
      staffId,
      kind: 'warning' as const,
      title: { sentence, values },
      text: null,
      link: '/welcome',
      at: NOON,
    })),
  )
  await migrate()
  const { items } = (await as('finance').get('/api/notices')).data
  const titles = items.map((item: { title: { sentence: string } }) => item.title)
  assert.deepEqual(titles, [
    { sentence: '{name} {week} 没有咨询', values },
    { sentence: '{name} {week} 咨询量达到包量的 {percent}%', values },
  ])
  for (const { sentence } of titles) assert.ok(english[sentence], sentence)
})

test('a saved view of warnings without a status filter keeps showing all states; other views stay unchanged', async () => {
  const layout = { dense: false, shown: {}, order: [], pins: {} }
  const expectedQueries: Record<string, [list: string, query: string, after: string]> = {
    全部: ['list.warnings', '', 'status='],
    红色: [
      'list.warnings',
      'keyword=a%26b&level=red&week=2026-05-11',
      'keyword=a%26b&level=red&status=&week=2026-05-11',
    ],
    两类: ['list.warnings', 'kind=fall&kind=zero', 'kind=fall&kind=zero&status='],
    处理中: ['list.warnings', 'status=handling', 'status=handling'],
    店铺: ['list.stores', 'platform=tmall', 'platform=tmall'],
  }
  for (const [name, [list, query]] of Object.entries(expectedQueries)) {
    const { status, body } = await as('finance').post('/api/saved-views', {
      list,
      name,
      scope: 'personal',
      query,
      look: layout,
    })
    assert.equal(status, 200, body.errorMessage)
  }
  await migrate()
  const views = await db.selectFrom('savedView').select(['name', 'query']).execute()
  assert.deepEqual(
    Object.fromEntries(views.map(({ name, query }) => [name, query])),
    Object.fromEntries(Object.entries(expectedQueries).map(([name, [, , after]]) => [name, after])),
  )
  // A second run changes nothing.
  await migrate()
  assert.deepEqual(await db.selectFrom('savedView').select(['name', 'query']).execute(), views)
  assert.deepEqual(LISTED_AT_FIRST, { status: 'pending' })
})
