import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { buildServer } from './server.ts'
import { SYSTEM_METRICS } from './systemMetrics.ts'

const { asProgram: db, watch } = await testApp(seedWorld)
const metricsToken = 'token-of-a-test'
const app = await buildServer({ db, clock: () => NOON, keyFor: TEST_KEYS, watch, metricsToken })

async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  return (await app.inject({ method: 'GET', url: '/metrics', headers })).body
}

const RULES = new URL('../../release/prometheus/houtai.rules.yml', import.meta.url)
const DASHBOARD = new URL('../../release/grafana/houtai.json', import.meta.url)

/** The names of metrics that a file uses. */
const usedIn = (text: string) => [...new Set(text.match(/\b(houtai|db|http|audit)_[a-z0-9_]+\b/g))]

/** The name under which the program declares a series: of a histogram without its suffix. */
const declaredName = (name: string) => name.replace(/_(bucket|count|sum)$/, '')

test('the metrics show what 系统状态 shows', async () => {
  await watch.check()
  const text = await metrics()
  for (const name of SYSTEM_METRICS) assert.ok(text.includes(`# HELP ${name} `), name)
  assert.match(text, /^houtai_nodes\{version="[\d.]+"\} 1$/m)
  assert.match(text, /^houtai_queue_waiting\{queue="exports"\} 0$/m)
  assert.doesNotMatch(text, /^houtai_problem\{/m)
})

test('rules and dashboard use metrics that the program has, and show every one of the system', async () => {
  const text = await metrics()
  const [rules, dashboard] = [RULES, DASHBOARD].map((file) => usedIn(readFileSync(file, 'utf8')))
  // A node measures these only if it has what they describe.
  const known = (name: string) => text.includes(`# HELP ${declaredName(name)} `)
  assert.deepEqual(
    [...(rules ?? []), ...(dashboard ?? [])].filter((name) => !known(name)),
    [],
  )
  const shown = new Set([...(dashboard ?? []), 'houtai_check_age_seconds'])
  assert.deepEqual(
    SYSTEM_METRICS.filter((name) => !shown.has(name)),
    [],
  )
})
