import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bridgeOf } from './bridge.ts'

const amount = fc.integer({ min: 0, max: 1_000_000_00 })

test('each bar begins where the previous one ends, and the last bar is the change over the month', () => {
  fc.assert(
    fc.property(
      fc.record({
        startCents: amount,
        newCents: amount,
        expansionCents: amount,
        contractionCents: amount,
        churnCents: amount,
        reactivationCents: amount,
      }),
      (steps) => {
        const { startCents, newCents, expansionCents, contractionCents, churnCents } = steps
        const endCents =
          startCents + newCents + expansionCents - contractionCents - churnCents + steps.reactivationCents
        const bars = bridgeOf({ ...steps, endCents })
        assert.deepEqual(
          bars.slice(1, -1).map(({ from }) => from),
          bars.slice(0, -2).map(({ to }) => to),
        )
        assert.deepEqual(bars.at(-1), {
          key: 'net',
          cents: endCents - startCents,
          from: 0,
          to: endCents - startCents,
        })
        assert.ok(bars.every(({ from, to, cents }) => to - from === cents))
      },
    ),
  )
})
