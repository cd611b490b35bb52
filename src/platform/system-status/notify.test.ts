import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { type TellGroup, tellGroups, tellPeople } from './notify.ts'
import { findOpen, saveProblems } from './problemQueries.ts'

const { as, db } = await testApp(seedWorld)

const URL = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1'
assert.equal((await as('admin').post('/api/webhooks', { name: '运维', kind: 'wecom', url: URL })).status, 200)
assert.equal(
  (await as('admin2').post('/api/webhooks', { name: '别家', kind: 'wecom', url: URL })).status,
  200,
)

const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)

const PROBLEM = {
  key: 'disk.low:1',
  severity: 'error' as const,
  title: { sentence: '数据库现在只能读，不能保存。已保存的没有丢' },
  remedy: { sentence: '先做：看节点是否在线、数据库是否很慢；都正常就重启程序。' },
  waitMs: 0,
}

/** Which robots took a message. */
const noted: string[] = []

/** Tells the groups; returns the texts that they got. */
async function toldAt(minutes: number, fails = false): Promise<string[]> {
  const texts: string[] = []
  const tell: TellGroup = async (_context, { companyCode }, text) => {
    if (fails) throw new Error('unreachable')
    texts.push(`${companyCode} ${text}`)
  }
  const log = { warn: () => {} }
  const note = (robot: { name: string }, isReached: boolean) => noted.push(`${robot.name} ${isReached}`)
  await tellGroups({ db, keyFor: TEST_KEYS, clock: () => later(minutes), tell, note, log })
  return texts
}

test('the groups of the operator get a problem once, again after they could not be reached, and its resolution', async () => {
  await saveProblems(db, [PROBLEM], NOON)
  await tellPeople(db, NOON)
  assert.deepEqual(await toldAt(0, true), [])
  const [text = '', ...others] = await toldAt(1)
  assert.match(text, /^001 系统状态\n● 数据库现在只能读.*。先做：/)
  assert.deepEqual(others, [])
  assert.deepEqual(await toldAt(2), [])
  assert.equal((await findOpen(db))[0]?.toldGroups, 1)
  await tellPeople(db, later(9))
  const [resolved = ''] = await toldAt(9)
  assert.match(resolved, /○ 已恢复（持续了 \d+ (秒|分钟)）：数据库现在只能读/)
  assert.deepEqual(await toldAt(10), [])
})

test('a problem that passes before its time to tell is told to nobody', async () => {
  await saveProblems(db, [{ ...PROBLEM, key: 'clock.off:1', waitMs: 120_000 }], later(20))
  await tellPeople(db, later(20))
  await tellPeople(db, later(25))
  assert.deepEqual(await toldAt(25), [])
  assert.deepEqual(await findOpen(db), [])
})

test('a problem that comes again is a new one', async () => {
  await saveProblems(db, [PROBLEM], later(60))
  await tellPeople(db, later(60))
  assert.equal((await toldAt(60)).length, 1)
  const [again] = await findOpen(db)
  assert.deepEqual(again?.since, later(60))
})

test('what a robot did with its message is noted, and a problem of a robot goes to people only', async () => {
  noted.length = 0
  const now = later(90)
  await saveProblems(db, [{ ...PROBLEM, key: 'disk.low:2' }], now)
  await tellPeople(db, now)
  await toldAt(90, true)
  await toldAt(91)
  assert.deepEqual(noted, ['运维 false', '运维 true'])
  await saveProblems(db, [{ ...PROBLEM, key: 'robot.failing:1' }], later(92))
  await tellPeople(db, later(92))
  assert.deepEqual(await toldAt(92), [])
  assert.ok((await findOpen(db)).some(({ key }) => key === 'robot.failing:1'))
})
