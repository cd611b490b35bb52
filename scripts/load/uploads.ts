/** Uploads that trickle or are aborted, and the imports of another user meanwhile. */
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { bigFile } from '../../bench/bigFile.ts'
import { addDays, today } from '../../src/kit/calendar.ts'
import { type Figure, median } from './figures.ts'
import { type Caller, type Loaded, must, signIn } from './program.ts'

const TRICKLING = 60
const IMPORTS = 9
const MAX_SLOWER = 2
const MAX_FREE_S = 2

const yesterday = () =>
  addDays(
    today(() => new Date()),
    -1,
  )

/** 60 uploads of one agent of which a byte arrives now and then: the ratio of another user's import times. */
export async function measureTrickling({ engine, base }: Loaded): Promise<Figure[]> {
  const [agent, head] = await Promise.all([signIn(base, 'agent'), signIn(base, 'head')])
  await importTimes(head.call, 3)
  const before = await importTimes(head.call, IMPORTS)
  const sockets = Array.from({ length: TRICKLING }, () => trickle(base, agent.token))
  await setTimeout(1_000)
  const meanwhile = await importTimes(head.call, IMPORTS)
  for (const socket of sockets) socket.destroy()
  const after = await importTimes(head.call, IMPORTS)
  const usual = median([...before, ...after])
  return [
    {
      name: `${engine}: import of another user during ${TRICKLING} trickling uploads, ${usual.toFixed(0)} → ${median(meanwhile).toFixed(0)} ms`,
      value: median(meanwhile) / usual,
      limit: MAX_SLOWER,
      unit: '×',
    },
  ]
}

/** A heavy file that is aborted while it is read: the time that the person's next file takes longer. */
export async function measureAborted({ engine, base }: Loaded): Promise<Figure[]> {
  const { call, token } = await signIn(base, 'head')
  const { name, bytes } = bigFile(
    today(() => new Date()),
    'xlsx',
  )
  const usual = median(await importTimes(call, 3))
  const delays: number[] = []
  for (const readMs of [500, 1_500, 3_000]) {
    const controller = new AbortController()
    const form = new FormData()
    form.append('file', new Blob([bytes]), name)
    const request = {
      method: 'POST',
      headers: { authorization: token },
      body: form,
      signal: controller.signal,
    }
    const upload = fetch(`${base}/api/imports`, request).catch(() => null)
    await setTimeout(readMs)
    controller.abort()
    await upload
    const [next = Number.NaN] = await importTimes(call, 1)
    delays.push((next - usual) / 1_000)
  }
  return [
    {
      name: `${engine}: reader freed after an aborted file of ${(bytes.length / 1e6).toFixed(0)} MB`,
      value: Math.max(0, ...delays),
      limit: MAX_FREE_S,
      unit: 's',
    },
  ]
}

let imports = 0

/** The times of imports of a small file, each with other content. */
async function importTimes(call: Caller, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    imports += 1
    const lines = Array.from(
      { length: 200 },
      (_, row) => `${yesterday()},商家旗舰店,客服${imports}-${row},${row},${row},20秒`,
    )
    const text = ['日期,店铺名称,客服账号,已接待人数,接待会话量,全天首响时长', ...lines].join('\n')
    const form = new FormData()
    form.append('file', new Blob([text]), '飞鸽.csv')
    times.push((await must(call('POST /api/imports', form))).ms)
  }
  return times
}

const TRICKLE_MS = 200

/** Opens an upload and sends a byte now and then; a refused one is opened again. */
function trickle(base: string, token: string): { destroy: () => void } {
  const { hostname, port } = new URL(base)
  const head = `POST /api/imports HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`
  let socket: Socket | undefined
  let isEnded = false
  const open = () => {
    if (isEnded) return
    const opened = connect(Number(port), hostname, () => opened.write(head))
    socket = opened
    opened.on('error', () => {})
    opened.once('data', () => opened.destroy())
    opened.once('close', () => void setTimeout(TRICKLE_MS).then(open))
  }
  open()
  const timer = setInterval(() => socket?.write('x'), TRICKLE_MS)
  return {
    destroy: () => {
      isEnded = true
      clearInterval(timer)
      socket?.destroy()
    },
  }
}
