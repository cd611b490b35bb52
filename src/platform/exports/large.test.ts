import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { exportsOf } from './testFiles.ts'

const app = await testApp(seedWorld)
const { as, db } = app
const { work, faults, rowsOf } = exportsOf(app)
const { customerId } = idsIn(db)

/** More rows than the browser exports itself (5,000). */
const MANY = 5_100

test('an export of thousands of rows has each row once, in list order, with formatted cells', async () => {
  const customer = await customerId('宏远数码')
  await sql`insert into follow_up (company_code, customer_id, text, due_on, assignee_id, created_by, done_at, done_by)
    select '001', ${customer}, '回访' || n, date '2026-05-17' + n % 5, owner_id, owner_id,
      case when n % 5 = 4 then timestamptz '2026-05-18' end, case when n % 5 = 4 then owner_id end
    from customer, generate_series(0, ${MANY - 1}) n where customer.id = ${customer}`.execute(db)
  const columns = [
    { title: '内容', type: 'text', from: { field: 'text' } },
    { title: '状态', type: 'text', from: { field: 'status', words: 'followUps.state' } },
  ]
  const { data, body } = await as('sales2').post('/api/exports/files', {
    list: 'list.follow-ups',
    path: '/api/follow-ups',
    module: '跟进',
    filters: [],
    locale: 'zh-CN',
    query: { sort: 'id' },
    columns,
  })
  assert.equal(data?.rowsTotal, MANY, body.errorMessage)
  await work()
  const [file] = (await as('sales2').get('/api/exports/files')).data
  assert.deepEqual([file.state, file.rowsDone, file.failure, faults], ['done', MANY, null, []])
  const [, ...rows] = await rowsOf('sales2', data.id)
  const states = ['已逾期', '已逾期', '今天跟进', '待跟进', '已完成']
  assert.deepEqual(
    rows,
    Array.from({ length: MANY }, (_, n) => [`回访${n}`, states[n % 5]]),
  )
})
