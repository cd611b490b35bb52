import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { refusedProgram, startProgram } from '#testing/testProcess.ts'

const server = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(join(tmpdir(), 'houtai-nodes-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The same for every node. */
const SECRET_KEY = Buffer.alloc(32, 5).toString('base64')

/** Runs `work` with the URL of a new database of the server and a client for it; drops the database afterwards. */
async function withDatabase(
  name: string,
  work: (url: string, client: pg.Client) => Promise<void>,
): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const testUrl = new URL(server ?? '')
  testUrl.pathname = `/${name}_${process.pid}`
  await admin.query(`create database ${testUrl.pathname.slice(1)}`)
  const client = new pg.Client({ connectionString: testUrl.href })
  try {
    await client.connect()
    await work(testUrl.href, client)
  } finally {
    await client.end()
    await admin.query(`drop database ${testUrl.pathname.slice(1)} with (force)`)
    await admin.end()
  }
}

const count = async (client: pg.Client, table: string) =>
  Number((await client.query(`select count(*) as n from ${table}`)).rows[0].n)

const onServer = { skip: server ? false : 'needs TEST_DATABASE_URL' }

test(
  'three nodes that start concurrently on an empty database create one schema, one first admin and one password',
  onServer,
  async () => {
    await withDatabase('houtai_nodes', async (DATABASE_URL, client) => {
      const nodes = await Promise.all(
        [1, 2, 3].map(() => startProgram([], { DATABASE_URL, SECRET_KEY, DATA_DIR: folder })),
      )
      assert.equal(await count(client, 'staff'), 1)
      assert.equal(await count(client, 'company'), 1)
      assert.equal(nodes.filter((node) => /一次/.test(node.output())).length, 1)
      for (const node of nodes) {
        assert.equal((await fetch(`${node.base}/api/health/ready`)).status, 200)
        assert.equal(await node.stop(), 0)
      }
    })
  },
)

test('two demos that start concurrently write the data once', onServer, async () => {
  await withDatabase('houtai_demos', async (DATABASE_URL, client) => {
    const nodes = await Promise.all(
      [1, 2].map(() => startProgram(['--demo'], { DATABASE_URL, SECRET_KEY, DATA_DIR: folder })),
    )
    assert.equal(await count(client, 'store'), 150)
    for (const node of nodes) assert.equal(await node.stop(), 0)
    const { code, output } = await refusedProgram([], { DATABASE_URL, SECRET_KEY, DATA_DIR: folder })
    assert.equal(code, 1)
    assert.match(output, /演示数据/)
  })
})

test('an unreachable server stops the start with a message that does not contain the password', async () => {
  const DATABASE_URL = 'postgres://houtai:geheim@127.0.0.1:1/houtai'
  const { code, output } = await refusedProgram([], { DATABASE_URL, SECRET_KEY, DATA_DIR: folder })
  assert.equal(code, 1)
  assert.match(output, /^连不上设置 DATABASE_URL 指向的数据库：/m)
  assert.doesNotMatch(output, /geheim/)
})
