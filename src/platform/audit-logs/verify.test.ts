import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Changes } from '#kit/audit.ts'
import type { Head, Line } from './chain.ts'
import { chain, emptyHead } from './chain.ts'
import type { Anchor, Break, FoundLine } from './verify.ts'
import { chainCheck } from './verify.ts'

const KEY = Buffer.alloc(32, 1)
const COMPANY = '001'

const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const anyLine: fc.Arbitrary<Line> = fc.record({
  companyCode: fc.constant(COMPANY),
  atUs: fc.integer({ min: 0 }),
  actorId: fc.option(fc.integer({ min: 1 })),
  actorName: fc.string(),
  action: fc.constantFrom('create', 'update', 'commit'),
  entity: fc.constantFrom('staff', 'store'),
  recordId: fc.integer({ min: 1 }).map(String),
  changes: fc.dictionary(fc.string(), fc.tuple(values, values)) as fc.Arbitrary<Changes>,
  ip: fc.option(fc.ipV4()),
  requestId: fc.uuid(),
  via: fc.constantFrom(null, 'bulk', 'undo'),
})

/** A chain as the database holds it. */
interface Stored {
  lines: FoundLine[]
  head: Head | undefined
}

function store(lines: Line[], key = KEY): Stored & { head: Head } {
  const { chained, head } = chain(key, emptyHead(key, COMPANY), lines)
  return { lines: chained.map((line, index) => ({ ...line, id: index * 2 + 1 })), head }
}

const bySeq = (a: FoundLine, b: FoundLine) => (a.seq ?? Infinity) - (b.seq ?? Infinity)

function verify({ lines, head }: Stored, anchors: Anchor[] = []): Break | null {
  const check = chainCheck(KEY, COMPANY, anchors)
  for (const line of lines.toSorted(bySeq)) {
    const broken = check.take(line)
    if (broken) return broken
  }
  return check.end(head)
}

const anyChain = fc.array(anyLine, { minLength: 4, maxLength: 12 })
const at = fc.nat({ max: 1_000 })

/** One field of a line as somebody with the database could change it; each differs from every value that was there. */
const EDITS: ((line: FoundLine) => Partial<FoundLine>)[] = [
  (line) => ({ atUs: line.atUs + 1 }),
  (line) => ({ actorId: (line.actorId ?? 0) + 1 }),
  (line) => ({ actorName: `${line.actorName}x` }),
  (line) => ({ action: `${line.action}d` }),
  (line) => ({ entity: `${line.entity}s` }),
  (line) => ({ recordId: `${line.recordId}0` }),
  (line) => ({ changes: { ...line.changes, amountCents: [1, 100] } }),
  (line) => ({ ip: line.ip === null ? '10.0.0.1' : null }),
  (line) => ({ requestId: `${line.requestId}-` }),
  (line) => ({ companyCode: `${line.companyCode}0` }),
  (line) => ({ hash: Buffer.alloc(32, line.hash?.[0]) }),
  (line) => ({ salt: Buffer.alloc(16, line.salt?.[0]) }),
  () => ({ seq: null, salt: null, hash: null }),
]

type Mutation = (stored: Stored & { head: Head }, i: number, j: number) => Stored

/** What a person who may write the tables but lacks the key can do. */
const MUTATIONS: Record<string, Mutation> = {
  edit: ({ lines, head }, i, j) => {
    const edit = EDITS[j % EDITS.length]
    return { lines: lines.map((line, n) => (n === i ? { ...line, ...edit?.(line) } : line)), head }
  },
  delete: ({ lines, head }, i) => ({ lines: lines.filter((_, n) => n !== i), head }),
  deleteAndRenumber: ({ lines, head }, i) => ({
    lines: lines.filter((_, n) => n !== i).map((line, n) => ({ ...line, seq: n + 1 })),
    head: { ...head, seq: head.seq - 1 },
  }),
  insert: ({ lines, head }, i) => ({
    lines: lines
      .flatMap((line, n) => (n === i ? [line, { ...line, id: line.id + 1 }] : [line]))
      .map((line, n) => ({ ...line, seq: n + 1 })),
    head: { ...head, seq: head.seq + 1 },
  }),
  insertUnchained: ({ lines, head }, i) => ({
    lines: [...lines, { ...(lines[i] as FoundLine), id: 99, seq: null, salt: null, hash: null }],
    head,
  }),
  swapPlaces: (stored, i, j) => swap(stored, i, j, ['seq']),
  swapContents: (stored, i, j) => swap(stored, i, j, ['seq', 'hash', 'salt', 'id']),
  swapNumbers: (stored, i, j) => swap(stored, i, j, ['id']),
  cutTail: ({ lines, head }, i) => ({ lines: lines.slice(0, i), head }),
  cutTailAndSetHeadBack: ({ lines, head }, i) => {
    const last = lines[i - 1]
    const hash = last?.hash ?? emptyHead(KEY, COMPANY).hash
    return { lines: lines.slice(0, i), head: { ...head, seq: i, hash } }
  },
  dropHead: ({ lines }) => ({ lines, head: undefined }),
  rewriteWithAnotherKey: ({ lines }, i) =>
    store(
      lines.map((line, n) => (n === i ? { ...line, action: 'view' } : line)),
      Buffer.alloc(32, 2),
    ),
}

function swap({ lines, head }: Stored, i: number, j: number, fields: (keyof FoundLine)[]): Stored {
  const other = (i + 1 + (j % (lines.length - 1))) % lines.length
  const [a, b] = [lines[i] as FoundLine, lines[other] as FoundLine]
  const picked = (line: FoundLine) => Object.fromEntries(fields.map((field) => [field, line[field]]))
  const swapped = lines.map((line, n) => {
    if (n === i) return { ...line, ...picked(b) }
    return n === other ? { ...line, ...picked(a) } : line
  })
  return { lines: swapped, head }
}

test('a chain that nobody touched holds, also for lines added later', () => {
  fc.assert(
    fc.property(anyChain, anyChain, (first, more) => {
      const { lines, head } = store(first)
      assert.equal(verify({ lines, head }), null)
      const next = chain(KEY, head, more)
      const added = next.chained.map((line, index) => ({ ...line, id: 1_000 + index }))
      assert.equal(verify({ lines: [...lines, ...added], head: next.head }), null)
    }),
    { numRuns: 100 },
  )
})

test('every one of 1,000 random tamperings is found', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(MUTATIONS)), anyChain, at, at, (name, lines, i, j) => {
      const stored = store(lines)
      const tampered = MUTATIONS[name]?.(stored, i % lines.length, j)
      assert.ok(tampered)
      assert.notEqual(verify(tampered), null)
    }),
    { numRuns: 1_000 },
  )
})

test('each kind of tampering is found on every line, and named by the first line that does not hold', () => {
  const lines = fc.sample(anyLine, { numRuns: 6, seed: 7 })
  for (const [name, mutate] of Object.entries(MUTATIONS)) {
    for (const i of lines.keys()) {
      for (const j of EDITS.keys()) {
        const broken = verify(mutate(store(lines), i, j))
        assert.ok(broken, `${name} of line ${i + 1}`)
        if (name === 'delete' && i < lines.length - 1) {
          assert.deepEqual(broken, { seq: i + 1, reason: 'missing' })
        }
      }
    }
  }
})

test('an anchor outside finds what the key’s holder rewrote, and a head that was set back to an old copy of itself', () => {
  const lines = fc.sample(anyLine, { numRuns: 6, seed: 7 })
  const { head } = store(lines)
  const anchor = { companyCode: COMPANY, seq: head.seq, hash: head.hash.toString('hex') }
  assert.deepEqual(verify(store(lines), []), null)

  const rewritten = store(lines.map((line, n) => (n === 2 ? { ...line, action: 'view' } : line)))
  assert.equal(verify(rewritten), null)
  assert.deepEqual(verify(rewritten, [anchor]), { seq: 6, reason: 'anchor' })

  const earlier = store(lines.slice(0, 4))
  assert.equal(verify(earlier), null)
  assert.deepEqual(verify(earlier, [anchor]), { seq: 5, reason: 'cut' })
  assert.equal(verify(earlier, [{ ...anchor, companyCode: '002' }]), null)
})

test('how the database writes an object does not matter, what it says does', () => {
  const line = fc.sample(anyLine, { numRuns: 1, seed: 1 })[0] as Line
  const { lines, head } = store([{ ...line, changes: { a: [null, { x: 1, y: 2 }], b: [1, 2] } }])
  const reordered = { b: [1, 2], a: [null, { y: 2, x: 1 }] } as Changes
  assert.equal(verify({ lines: lines.map((one) => ({ ...one, changes: reordered })), head }), null)
})
