import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Running, refusedProgram, startProgram, stoppedStart } from '#testing/testProcess.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { featuresWith } from './features.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-start-'))
const DATA_DIR = join(folder, 'data')
const running = new Set<Running>()

after(async () => {
  await Promise.all([...running].map((program) => program.stop()))
  rmSync(folder, { recursive: true, force: true })
})

async function start(args: string[], environment: Record<string, string>): Promise<Running> {
  const program = await startProgram(args, environment)
  running.add(program)
  return program
}

async function stop(program: Running): Promise<number | null> {
  running.delete(program)
  return program.stop()
}

async function call(program: Running, method: string, path: string, token?: string, body?: object) {
  const headers: Record<string, string> = token ? { authorization: token } : {}
  if (body) headers['content-type'] = 'application/json'
  const answer = await fetch(program.base + path, { method, headers, body: body && JSON.stringify(body) })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

async function signIn(program: Running, username: string, password: string) {
  const { body } = await call(program, 'POST', '/api/login/account', undefined, {
    type: 'account',
    username,
    password,
  })
  assert.equal(body.success, true, JSON.stringify(body))
  return body.data as { token: string; mustChangePassword: boolean }
}

test('a wrong setting stops the start with a message that names it, and nothing else', async () => {
  const { code, output } = await refusedProgram([], { PORT: 'abc', DATA_DIR })
  assert.equal(code, 1)
  assert.equal(output, '设置 PORT 不正确（现在是「abc」）：应是 0–65535 的整数。请改正后重新启动。\n')
})

test('a common ADMIN_PASSWORD is refused with a message that names the setting', async () => {
  const environment = { DATA_DIR: join(folder, 'common'), ADMIN_PASSWORD: 'password123' }
  const { code, output } = await refusedProgram([], environment)
  assert.equal(code, 1)
  assert.match(output, /设置 ADMIN_PASSWORD 不能用：.*请改正后重新启动。/)
})

test('a stop signal during the first start ends it with one sentence, and the next start goes on', async () => {
  const environment = { DATA_DIR: join(folder, 'stopped') }
  // The engine has created its database; the schema takes seconds.
  const { code, output } = await stoppedStart(environment, () =>
    existsSync(join(environment.DATA_DIR, 'engine.json')),
  )
  assert.equal(code, 0, output)
  assert.match(output, /^启动还没有完成就收到了停止信号，已停止。\n$/m)
  assert.doesNotMatch(output, /^ +at /m)
  const program = await start([], environment)
  assert.equal(await stop(program), 0)
})

test('an installation creates a first admin, keeps its data between starts and refuses a second process', async (t) => {
  // Every endpoint is called without a pause, which the default limit refuses on a fast machine.
  let program = await start([], { DATA_DIR, RATE_LIMIT: '2000' })
  const password = /密码\s+(\S{16})\n/.exec(program.output())?.[1] ?? ''

  await t.test('the first admin can do nothing before changing the one-time password', async () => {
    const { token, mustChangePassword } = await signIn(program, 'admin', password)
    assert.equal(mustChangePassword, true)
    for (const { endpoint } of featuresWith(SIGN_IN).flatMap(({ endpoints }) => endpoints)) {
      if (endpoint.needs === null || endpoint.beforePasswordChange) continue
      const path = endpoint.path.replaceAll(/:\w+/g, '1')
      const { status, body } = await call(program, endpoint.method, path, token)
      assert.deepEqual(
        [status, body.errorCode],
        [403, 'PASSWORD_CHANGE_REQUIRED'],
        `${endpoint.method} ${path}`,
      )
    }
    assert.equal((await call(program, 'GET', '/api/currentUser', token)).status, 200)
    assert.equal((await call(program, 'POST', '/api/login/outLogin', token, {})).status, 200)
  })

  await t.test('after changing the password the first admin can work', async () => {
    const { token } = await signIn(program, 'admin', password)
    const change = { oldPassword: password, newPassword: '海边的风-2026-起' }
    assert.equal((await call(program, 'POST', '/api/currentUser/password', token, change)).status, 200)
    const { status, body } = await call(program, 'GET', '/api/staff', token)
    assert.equal(status, 200)
    assert.equal(body.data.items[0].companyCode, '001')
  })

  await t.test('the page, the health checks and the API description are on the same port', async () => {
    const page = await fetch(`${program.base}/welcome`)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal((await call(program, 'GET', '/api/health/ready')).status, 200)
    assert.equal((await call(program, 'GET', '/api/openapi.json')).status, 401)
  })

  await t.test('a second process on the same data is refused with the process id of the first', async () => {
    const { code, output } = await refusedProgram([], { DATA_DIR })
    assert.equal(code, 1)
    assert.match(output, new RegExp(`^数据目录正被另一个进程使用（进程号 ${program.child.pid}）`))
    assert.equal((await call(program, 'GET', '/api/health/ready')).status, 200)
  })

  await t.test('a port in use is reported', async () => {
    const { code, output } = await refusedProgram([], {
      DATA_DIR: join(folder, 'elsewhere'),
      PORT: new URL(program.base).port,
    })
    assert.equal(code, 1)
    assert.match(output, /端口 \d+ 已被占用。/)
    assert.doesNotMatch(output, /chore failed/)
  })

  await t.test('SIGTERM stops the program in order, and the log contains no secret', async () => {
    const { token } = await signIn(program, 'admin', '海边的风-2026-起')
    assert.equal(await stop(program), 0)
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    const last = JSON.parse(lines.at(-1) ?? '')
    assert.deepEqual([last.msg, last.level, last.signal], ['stopped', 'info', 'SIGTERM'])
    assert.ok(requests.some(({ userId, ms, reqId }) => userId === 1 && ms > 0 && reqId))
    assert.ok(!lines.join('').includes(token))
    assert.ok(!lines.join('').includes(password))
  })

  await t.test('a second start finds the data and prints no password', async () => {
    program = await start([], { DATA_DIR })
    assert.doesNotMatch(program.output(), /密码/)
    await signIn(program, 'admin', '海边的风-2026-起')
    assert.equal(await stop(program), 0)
  })

  await t.test('the demo refuses to start on its data', async () => {
    const { code, output } = await refusedProgram(['--demo'], { DATA_DIR })
    assert.equal(code, 1)
    assert.match(output, /已有正式数据，演示不会写进去/)
  })

  await t.test('a reset of the demo removes nothing of its data', async () => {
    const wrong = await refusedProgram(['--reset'], { DATA_DIR })
    assert.deepEqual(
      [wrong.code, wrong.output],
      [1, '--reset 只用于演示：npm run demo -- --reset。没有删除任何数据。\n'],
    )
    const { code, output } = await refusedProgram(['--demo', '--reset'], { DATA_DIR })
    assert.equal(code, 1)
    assert.match(output, /里不是演示数据，没有删除。/)
    program = await start([], { DATA_DIR })
    await signIn(program, 'admin', '海边的风-2026-起')
    assert.equal(await stop(program), 0)
  })

  await t.test('a reset is refused for a database server', async () => {
    const server = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
    }
    const { code, output } = await refusedProgram(['--demo', '--reset'], { ...server, DATA_DIR })
    assert.equal(code, 1)
    assert.match(output, /--reset 只清空数据目录里的演示/)
  })
})

// The engine's process is found in Linux's list of children.
const linux = { skip: process.platform !== 'linux' }

test('an installation with an admin from the settings survives an engine crash and stops in order', async (t) => {
  const admin = { ADMIN_USERNAME: 'lin.zhiyuan', ADMIN_PASSWORD: '海边的风-2026-起' }
  const program = await start([], { DATA_DIR: join(folder, 'given'), ...admin })

  await t.test('the first admin need not change the password, which is not printed', async () => {
    assert.ok(!program.output().includes(admin.ADMIN_PASSWORD))
    const { mustChangePassword } = await signIn(program, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD)
    assert.equal(mustChangePassword, false)
  })

  await t.test('when the engine dies, the program restarts it and continues', linux, async () => {
    const { token } = await signIn(program, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD)
    const first = engineOf(program)
    process.kill(first, 'SIGKILL')
    let status = 0
    while (status !== 200) {
      const answer = await call(program, 'GET', '/api/staff', token)
      status = answer.status
      assert.ok(status === 200 || answer.body.errorCode === 'BUSY', JSON.stringify(answer))
      // Without a pause, a fast machine reaches the limit of requests per address.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    assert.notEqual(engineOf(program), first)
    assert.match(program.output(), /内置数据库意外退出/)
  })

  await t.test('a request in progress when the program is stopped still gets its response', async () => {
    const body = JSON.stringify({ type: 'account', username: 'nobody', password: 'not-the-password' })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    }
    const signInRequest = request(`${program.base}/api/login/account`, { method: 'POST', headers })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      signInRequest.once('response', (answer) => resolve(answer.resume().statusCode))
      signInRequest.once('error', reject)
    })
    const received = new Promise((resolve) => signInRequest.once('continue', resolve))
    signInRequest.flushHeaders()
    await received
    const ended = stop(program)
    while (await answers(program)) await new Promise((resolve) => setImmediate(resolve))
    signInRequest.end(body)
    assert.equal(await answered, 401)
    assert.equal(await ended, 0)
  })
})

test('the demo prints working accounts and keeps entered data; a real start refuses its data', async () => {
  const demo = { DATA_DIR: join(folder, 'demo') }
  let program = await start(['--demo'], demo)
  for (const username of ['admin', 'admin2', 'admin3', 'head', 'agent', 'sales', 'finance']) {
    assert.match(program.output(), new RegExp(`^ +${username} +Demo@2026`, 'm'))
    await signIn(program, username, 'Demo@2026')
  }
  assert.equal((await call(program, 'GET', '/api/openapi.json')).status, 200)
  const { token } = await signIn(program, 'sales', 'Demo@2026')
  const made = await call(program, 'POST', '/api/customers', token, { name: '第二次启动后还在' })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.equal(await stop(program), 0)

  program = await start(['--demo'], demo)
  const again = await signIn(program, 'sales', 'Demo@2026')
  const reread = await call(program, 'GET', `/api/customers/${made.body.data.id}`, again.token)
  assert.equal(reread.body.data.name, '第二次启动后还在')
  assert.equal(await stop(program), 0)

  const { code, output } = await refusedProgram([], demo)
  assert.equal(code, 1)
  assert.match(output, /这个数据库装的是演示数据，正式启动不会使用它/)

  writeFileSync(join(demo.DATA_DIR, 'notes.txt'), 'not ours')
  program = await start(['--demo', '--reset'], demo)
  assert.match(program.output(), /^已清空演示数据：.*。下面重新生成。$/m)
  const fresh = await signIn(program, 'sales', 'Demo@2026')
  const lost = await call(program, 'GET', `/api/customers/${made.body.data.id}`, fresh.token)
  assert.equal(lost.status, 404)
  assert.equal(readFileSync(join(demo.DATA_DIR, 'notes.txt'), 'utf8'), 'not ours')
  const busy = await refusedProgram(['--demo', '--reset'], demo)
  assert.equal(busy.code, 1)
  assert.match(busy.output, new RegExp(`^演示正在运行（进程号 ${program.child.pid}）.*没有删除任何数据。`))
  assert.equal(await stop(program), 0)
})

/** Whether the program accepts new connections. */
async function answers({ base }: Running): Promise<boolean> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const connected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  return connected.finally(() => socket.destroy())
}

/** Process id of the program's engine, its only child process. */
function engineOf({ child: { pid } }: Running): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}
