import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockWatch } from './clockWatch.ts'

test('a clock more than 5 s off the database’s stops the jobs, and each change is logged once', async () => {
  const logged: string[] = []
  const write = (level: string) => (facts: unknown, text?: string) =>
    void logged.push(`${level} ${(facts as { offsetMs: number }).offsetMs} ${text}`)
  const log = { info: write('info'), warn: write('warn') }
  let [offset, measured] = [0, 0]
  const measure = async () => {
    measured += 1
  }
  const mayRun = clockWatch({ measure, offsetMs: () => offset }, log as never)
  const results: boolean[] = []
  for (offset of [0, 5_000, -5_000, 5_001.4, 86_400_000, -7_000, 3_000, 1, -172_800_000]) {
    results.push(await mayRun())
  }
  assert.deepEqual(results, [true, true, true, false, false, false, true, true, false])
  assert.equal(measured, results.length)
  assert.deepEqual(logged, [
    'warn 5001 本机时钟比数据库慢 5 秒，这个节点暂不运行定时任务。请校准本机时钟。',
    'info 3000 本机时钟已与数据库一致，重新运行定时任务。',
    'warn -172800000 本机时钟比数据库快 172800 秒，这个节点暂不运行定时任务。请校准本机时钟。',
  ])
})
