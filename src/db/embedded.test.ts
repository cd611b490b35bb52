import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { EngineStartError, startEngine } from './embedded.ts'
import { exitOnFailure } from './engine/durableFiles.ts'
import { lockFolder } from './engine/lock.ts'
import { EXIT } from './engine/messages.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-engine-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('data files of another engine version stay unchanged, and the error explains how to convert them', async () => {
  const data = join(folder, 'other')
  mkdirSync(join(data, 'pg'), { recursive: true })
  writeFileSync(join(data, 'engine.json'), '{"pglite":"0.4.9"}')
  await assert.rejects(startEngine(data), (error: EngineStartError) => {
    assert.ok(error instanceof EngineStartError && !error.inUse)
    assert.match(error.message, /0\.4\.9.*npm run backup.*npm run restore/)
    return true
  })
  assert.deepEqual(readdirSync(join(data, 'pg')), [])
})

test('a damaged or foreign data folder is refused with a message and stays unchanged', async () => {
  const damage: Record<string, (data: string) => void> = {
    PG_VERSION: (data) => mkdirSync(join(data, 'pg')),
    'pg 不是完整的数据库': (data) => writeFileSync(join(data, 'pg'), 'x'),
    'engine.json 的内容不正确': (data) => {
      mkdirSync(join(data, 'pg'))
      writeFileSync(join(data, 'engine.json'), '{"pgl')
    },
    'engine.lock 打不开': (data) => writeFileSync(join(data, 'engine.lock'), 'x'.repeat(5_000)),
    'engine.pid 不能使用：那里是文件夹': (data) => mkdirSync(join(data, 'engine.pid')),
  }
  for (const [sentence, make] of Object.entries(damage)) {
    const data = mkdtempSync(join(folder, 'damaged-'))
    make(data)
    const before = readdirSync(data, { recursive: true }).sort()
    await assert.rejects(startEngine(data), (error: EngineStartError) => {
      assert.ok(error instanceof EngineStartError && !error.inUse, error.stack)
      assert.match(error.message, new RegExp(sentence))
      return true
    })
    const after = readdirSync(data, { recursive: true }).filter((name) => !String(name).startsWith('engine.'))
    assert.deepEqual(
      after.sort(),
      before.filter((name) => !String(name).startsWith('engine.')),
      sentence,
    )
  }
})

test('a failed sync is not retried: the process exits', () => {
  const codes: number[] = []
  const exit = (code: number) => void codes.push(code)
  let syncs = 0
  const fails = () => {
    syncs += 1
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  }
  exitOnFailure(() => {}, exit)
  assert.deepEqual(codes, [])
  exitOnFailure(fails, exit)
  assert.deepEqual([codes, syncs], [[EXIT.diskFailed], 1])
})

test('a start waits for the engine of a program that was killed, and is refused while a program runs', async () => {
  const data = mkdtempSync(join(folder, 'held-'))
  const hold = (pid: number) => lockFolder(data, { pid, socketFolder: join(folder, 'sockets') })
  const ended = spawnSync(process.execPath, ['--version']).pid
  const left = hold(ended)
  assert.ok(left)
  setTimeout(left.release, 1_500)
  await (await startEngine(data, { durable: false })).close()

  const held = hold(process.pid)
  await assert.rejects(startEngine(data), (error: EngineStartError) => {
    assert.equal(error.message, `数据目录正被另一个进程使用（进程号 ${process.pid}）。`)
    return error.inUse
  })
  held?.release()
})

test('an engine whose disk fails during a restart is not restarted again and reports the reason', async () => {
  const data = join(folder, 'bad-disk')
  mkdirSync(data)
  const messages: string[] = []
  const main = new URL('./engine/testBadDisk.ts', import.meta.url)
  const engine = await startEngine(data, { main, onRestart: (sentence) => messages.push(sentence) })
  assert.match(await engine.failed, /^磁盘写入失败，程序已停止/)
  assert.deepEqual(messages, ['内置数据库意外退出（代码 4），正在重新启动。'])
  assert.equal(engine.isReady(), false)
  await engine.close()
})
