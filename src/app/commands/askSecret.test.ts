import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { askSecret, type Terminal } from './askSecret.ts'

/** A terminal that a person types into. */
function terminal(isTTY = true) {
  const events = new EventEmitter()
  const raw: boolean[] = []
  const parts = {
    isTTY,
    setRawMode: (on: boolean) => raw.push(on),
    setEncoding: () => {},
    resume: () => {},
    pause: () => {},
    on: events.on.bind(events),
    off: events.off.bind(events),
  }
  return { parts: parts as unknown as Terminal, raw, type: (text: string) => events.emit('data', text) }
}

test('a secret is read without being shown; a backspace removes a whole character', async () => {
  const { parts, raw, type } = terminal()
  let printed = ''
  const asked = askSecret('口令：', parts, (text) => (printed += text))
  for (const text of ['pa', 'x𠮷', '\u007f', '\b', '口令', '\r']) type(text)
  assert.equal(await asked, 'pa口令')
  assert.equal(printed, '口令：\n')
  assert.deepEqual(raw, [true, false])
})

test('Ctrl+C cancels, and without a terminal nothing is asked', async () => {
  const { parts, raw, type } = terminal()
  const asked = askSecret('口令：', parts, () => {})
  type('half\u0003')
  await assert.rejects(asked, /已取消，没有改动。/)
  assert.deepEqual(raw, [true, false])
  assert.equal(await askSecret('口令：', terminal(false).parts), null)
})
