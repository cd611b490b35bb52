import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newItem, restoredItems, withoutFiles } from './draftItems.ts'

const file = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' as const, bytes: 1 })

test('items without files are returned with their indexes', () => {
  const items = [newItem('2026-05-18', [file('a')]), newItem('2026-05-18'), newItem('2026-05-19')]
  assert.deepEqual(
    withoutFiles(items).map(({ at }) => at),
    [1, 2],
  )
  assert.deepEqual(withoutFiles(items.slice(0, 1)), [])
  assert.deepEqual(withoutFiles([]), [])
})

test('restored items keep typed values and existing files; other files belong to no item', () => {
  const storedItems = [
    { ...newItem('2026-05-18', [file('a'), file('gone')]), what: '打车', amountCents: 5_200 },
    newItem('2026-05-19', [file('b')]),
  ]
  const { items, loose } = restoredItems(storedItems, [file('a'), file('b'), file('c')])
  assert.deepEqual(
    items.map(({ what, amountCents, onDay, files }) => [what, amountCents, onDay, files.map(({ id }) => id)]),
    [
      ['打车', 5_200, '2026-05-18', ['a']],
      ['', undefined, '2026-05-19', ['b']],
    ],
  )
  assert.deepEqual(
    loose.map(({ id }) => id),
    ['c'],
  )
  // Restored cards must not reuse keys of a previous page.
  assert.equal(new Set([...storedItems, ...items].map(({ key }) => key)).size, 4)
})
