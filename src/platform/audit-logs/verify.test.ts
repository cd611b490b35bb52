import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Changes } from '#kit/audit.ts'
import { authenticate, emptyHead, type Head, hashOfChained, headAt, type Line, sealLines } from './chain.ts'
import { type Anchor, type Break, chainCheck, type FoundPlace } from './verify.ts'

const KEY = createSecretKey(Buffer.alloc(32, 1))
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

/** A chain as stored in the database. */
interface Stored {
  places: FoundPlace[]
  head: Head | undefined
}

type Chain = Stored & { head: Head }

/** Appends lines as the current version does, with the ids 2 n + 1. */
function seal({ places, head }: Chain, lines: readonly Line[], key = KEY): Chain {
  const written = lines.map((line, n) => ({ ...authenticate(key, line), id: 2 * (places.length + n) + 1 }))
  const sealed = sealLines(KEY, head, written)
  const added = sealed.seals.map(({ seq, auditId, hash }, n) => {
    const { id: _, ...line } = written[n] as (typeof written)[number]
    return { seq, hash, id: auditId, line }
  })
  return { places: [...places, ...added], head: sealed.head }
}

/** Appends lines as versions up to schema 070 did, chained when inserted. */
function chainAsBefore({ places, head }: Chain, lines: readonly Line[]): Chain {
  let { seq, hash } = head
  const added = lines.map((line) => {
    seq += 1
    const salted = { ...line, salt: randomBytes(16) }
    hash = hashOfChained(KEY, hash, { ...salted, seq })
    return { seq, hash, id: 2 * seq - 1, line: { ...salted, mac: null } }
  })
  return { places: [...places, ...added], head: headAt(KEY, { companyCode: COMPANY, seq, hash }) }
}

const empty = (): Chain => ({ places: [], head: emptyHead(KEY, COMPANY) })

/** The chain of an upgraded database: half of the lines from an earlier version, half from this one. */
function store(lines: readonly Line[]): Chain {
  const half = Math.ceil(lines.length / 2)
  return seal(chainAsBefore(empty(), lines.slice(0, half)), lines.slice(half))
}

const bySeq = (a: FoundPlace, b: FoundPlace) => a.seq - b.seq

function verify({ places, head }: Stored, anchors: Anchor[] = []): Break | null {
  const check = chainCheck(KEY, COMPANY, anchors)
  for (const place of places.toSorted(bySeq)) {
    const broken = check.checkPlace(place)
    if (broken) return broken
  }
  return check.end(head)
}

const anyChain = fc.array(anyLine, { minLength: 4, maxLength: 12 })
const at = fc.nat({ max: 1_000 })

type FoundLine = NonNullable<FoundPlace['line']>

const edited = (change: (line: FoundLine) => Partial<FoundLine>) => (place: FoundPlace) => ({
  line: place.line && { ...place.line, ...change(place.line) },
})

/** Changes of one field that someone with database access could make; each produces a new value. */
const EDITS: ((place: FoundPlace) => Partial<FoundPlace>)[] = [
  edited((line) => ({ atUs: line.atUs + 1 })),
  edited((line) => ({ actorId: (line.actorId ?? 0) + 1 })),
  edited((line) => ({ actorName: `${line.actorName}x` })),
  edited((line) => ({ action: `${line.action}d` })),
  edited((line) => ({ entity: `${line.entity}s` })),
  edited((line) => ({ recordId: `${line.recordId}0` })),
  edited((line) => ({ changes: { ...line.changes, amountCents: [1, 100] } })),
  edited((line) => ({ ip: line.ip === null ? '10.0.0.1' : null })),
  edited((line) => ({ requestId: `${line.requestId}-` })),
  edited((line) => ({ companyCode: `${line.companyCode}0` })),
  edited((line) => ({ salt: Buffer.alloc(16, line.salt?.[0]) })),
  edited(() => ({ salt: null })),
  edited((line) => ({ mac: line.mac ? null : Buffer.alloc(32) })),
  edited((line) => ({ mac: Buffer.alloc(32, line.mac?.[0]) })),
  ({ hash }) => ({ hash: Buffer.alloc(32, hash[0]) }),
  () => ({ line: null }),
]

type Mutation = (stored: Chain, i: number, j: number) => Stored

/** Tamperings possible for someone who can write the tables but lacks the key. */
const MUTATIONS: Record<string, Mutation> = {
  edit: ({ places, head }, i, j) => {
    const edit = EDITS[j % EDITS.length]
    return { places: places.map((place, n) => (n === i ? { ...place, ...edit?.(place) } : place)), head }
  },
  delete: ({ places, head }, i) => ({ places: places.filter((_, n) => n !== i), head }),
  deleteAndRenumber: ({ places, head }, i) => ({
    places: places.filter((_, n) => n !== i).map((place, n) => ({ ...place, seq: n + 1 })),
    head: { ...head, seq: head.seq - 1 },
  }),
  insert: ({ places, head }, i) => ({
    places: places
      .flatMap((place, n) => (n === i ? [place, { ...place, id: place.id + 1 }] : [place]))
      .map((place, n) => ({ ...place, seq: n + 1 })),
    head: { ...head, seq: head.seq + 1 },
  }),
  // The program seals the forged line; only verification can detect it.
  forgeAndHaveSealed: (stored, i) =>
    seal(
      stored,
      [{ ...(stored.places[i]?.line as Line), action: 'forged' }],
      createSecretKey(Buffer.alloc(32, 2)),
    ),
  swapPlaces: (stored, i, j) => swap(stored, i, j, ['seq']),
  swapLines: (stored, i, j) => swap(stored, i, j, ['line', 'id']),
  swapContents: (stored, i, j) => swap(stored, i, j, ['line']),
  swapNumbers: (stored, i, j) => swap(stored, i, j, ['id']),
  cutTail: ({ places, head }, i) => ({ places: places.slice(0, i), head }),
  cutTailAndSetHeadBack: ({ places, head }, i) => {
    const hash = places[i - 1]?.hash ?? emptyHead(KEY, COMPANY).hash
    return { places: places.slice(0, i), head: { ...head, seq: i, hash } }
  },
  dropHead: ({ places }) => ({ places, head: undefined }),
  rewriteWithAnotherKey: ({ places }, i) => {
    const lines = places.map(({ line }, n) => ({ ...(line as Line), ...(n === i && { action: 'view' }) }))
    return seal(empty(), lines, createSecretKey(Buffer.alloc(32, 2)))
  },
}

function swap({ places, head }: Chain, i: number, j: number, fields: (keyof FoundPlace)[]): Stored {
  const other = (i + 1 + (j % (places.length - 1))) % places.length
  const [a, b] = [places[i] as FoundPlace, places[other] as FoundPlace]
  const picked = (place: FoundPlace) => Object.fromEntries(fields.map((field) => [field, place[field]]))
  const swapped = places.map((place, n) => {
    if (n === i) return { ...place, ...picked(b) }
    return n === other ? { ...place, ...picked(a) } : place
  })
  return { places: swapped, head }
}

test('an unchanged chain verifies, also after more lines are added', () => {
  fc.assert(
    fc.property(anyChain, anyChain, (first, more) => {
      const stored = store(first)
      assert.equal(verify(stored), null)
      assert.equal(verify(seal(stored, more)), null)
      // A node of an earlier version writes at the same time as a new one.
      assert.equal(verify(seal(chainAsBefore(stored, more), first)), null)
    }),
    { numRuns: 100 },
  )
})

test('verification detects each of 1,000 random tamperings', () => {
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

test('verification detects each kind of tampering on every line and returns the first invalid line', () => {
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

test('an anchor detects a rewrite by the key’s holder and a head that was reset to an old copy', () => {
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

test('the key order of stored objects does not affect verification', () => {
  const line = fc.sample(anyLine, { numRuns: 1, seed: 1 })[0] as Line
  const written = { ...line, changes: { a: [null, { x: 1, y: 2 }], b: [1, 2] } as Changes }
  const { places, head } = store([written, written])
  const reordered = { b: [1, 2], a: [null, { y: 2, x: 1 }] } as Changes
  const read = places.map((place) => ({
    ...place,
    line: place.line && { ...place.line, changes: reordered },
  }))
  assert.equal(verify({ places: read, head }), null)
})

test('a line that commits later has a later position, regardless of its id', () => {
  const lines = fc
    .sample(anyLine, { numRuns: 3, seed: 5 })
    .map((line, n) => ({ ...authenticate(KEY, line), id: 30 - n }))
  const { seals, head } = sealLines(KEY, emptyHead(KEY, COMPANY), lines)
  const places = seals.map(({ seq, hash, auditId }, n) => ({
    seq,
    hash,
    id: auditId,
    line: lines[n] ?? null,
  }))
  assert.equal(verify({ places, head }), null)
})
