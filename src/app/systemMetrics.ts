import { Gauge, type Registry } from 'prom-client'
import { liveNodes } from '#platform/system-status/checksOfNodes.ts'
import type { SystemState } from '#platform/system-status/state.ts'
import type { Checked, SystemWatch } from '#platform/system-status/watch.ts'

type Labels = Record<string, string>
type Values = readonly (readonly [labels: Labels, value: number])[]

interface Metric {
  name: string
  help: string
  labels: readonly string[]
  /** The values of a check; a label without a value is left out. */
  values: (checked: Checked) => Values
}

const ageOf = ({ now }: SystemState, at: Date) => (now.getTime() - at.getTime()) / 1_000

const noOf = (no: number): Labels => ({ node: String(no) })

const byNode =
  (of: (node: SystemState['nodes'][number]) => number | null) =>
  ({ state }: Checked) =>
    liveNodes(state).flatMap((node) => {
      const value = of(node)
      return value === null ? [] : [[noOf(node.no), value] as const]
    })

const queuesOf = ({ state: { queues } }: Checked) => Object.entries(queues)

/** The metrics of 系统状态. Names and labels are used by the rules and the dashboard in `release/`. */
const METRICS: readonly Metric[] = [
  {
    name: 'houtai_problem',
    help: '1 for each problem that the status page shows',
    labels: ['key', 'severity'],
    values: ({ found }) => found.map(({ key, severity }) => [{ key, severity }, 1]),
  },
  {
    name: 'houtai_check_age_seconds',
    help: 'Time since the last check of the program by itself; it checks every minute',
    labels: [],
    values: ({ checkedMs }) => [[{}, (performance.now() - checkedMs) / 1_000]],
  },
  {
    name: 'houtai_backup_age_seconds',
    help: 'Age of the newest backup at a target',
    labels: ['target'],
    values: ({ state }) =>
      state.backups.flatMap(({ kind, target, done }) =>
        kind !== 'test_restore' && done ? [[{ target }, ageOf(state, done.endedAt)] as const] : [],
      ),
  },
  {
    name: 'houtai_test_restore_age_seconds',
    help: 'Time since the last successful test restore from a target',
    labels: ['target'],
    values: ({ state }) =>
      state.backups.flatMap(({ kind, target, done }) =>
        kind === 'test_restore' && done ? [[{ target }, ageOf(state, done.endedAt)] as const] : [],
      ),
  },
  {
    name: 'houtai_job_last_success_seconds',
    help: 'Time since the last success of a job',
    labels: ['job'],
    values: ({ state }) =>
      state.jobs.flatMap(({ name, lastDoneAt }) =>
        lastDoneAt ? [[{ job: name }, ageOf(state, lastDoneAt)] as const] : [],
      ),
  },
  {
    name: 'houtai_disk_free_bytes',
    help: 'Free space of the disk that contains the data folder of a node',
    labels: ['node'],
    values: byNode(({ facts }) => facts.disk?.freeBytes ?? null),
  },
  {
    name: 'houtai_disk_total_bytes',
    help: 'Size of that disk',
    labels: ['node'],
    values: byNode(({ facts }) => facts.disk?.totalBytes ?? null),
  },
  {
    name: 'houtai_clock_offset_seconds',
    help: 'Clock of the database minus clock of a node',
    labels: ['node'],
    values: byNode(({ facts }) => facts.clockOffsetMs / 1_000),
  },
  {
    name: 'houtai_database_answer_seconds',
    help: 'The fastest answer of the database to a node within a minute',
    labels: ['node'],
    values: byNode(({ facts }) => (facts.pingMs === null ? null : facts.pingMs / 1_000)),
  },
  {
    name: 'houtai_failed_requests',
    help: 'Responses with status 500 and above of a node within 15 minutes',
    labels: ['node'],
    values: byNode(({ facts }) => facts.failedRequests.quarter),
  },
  {
    name: 'houtai_engine_restarts',
    help: 'Unexpected restarts of the embedded database of a node within an hour',
    labels: ['node'],
    values: byNode(({ facts }) => facts.engineRestarts),
  },
  {
    name: 'houtai_nodes',
    help: 'Nodes that have written their row within 3 minutes',
    labels: ['version'],
    values: ({ state }) => {
      const versions = liveNodes(state).map(({ version }) => version)
      return [...new Set(versions)].map((version) => [
        { version },
        versions.filter((one) => one === version).length,
      ])
    },
  },
  {
    name: 'houtai_queue_waiting',
    help: 'What waits in a queue',
    labels: ['queue'],
    values: (checked) => queuesOf(checked).map(([queue, { waiting }]) => [{ queue }, waiting]),
  },
  {
    name: 'houtai_queue_wait_seconds',
    help: 'How long the oldest of a queue has waited',
    labels: ['queue'],
    values: (checked) =>
      queuesOf(checked).map(([queue, { waitingSince }]) => [
        { queue },
        waitingSince ? ageOf(checked.state, waitingSince) : 0,
      ]),
  },
  {
    name: 'houtai_database_bytes',
    help: 'Size of the database',
    labels: [],
    values: ({ state }) => [[{}, state.database.bytes]],
  },
  {
    name: 'houtai_deadlocks',
    help: 'Deadlocks within an hour',
    labels: [],
    values: ({ state }) => [[{}, state.database.deadlocks]],
  },
  {
    name: 'houtai_audit_verified_age_seconds',
    help: 'Time since each audit chain was last verified completely',
    labels: [],
    values: ({ state }) => (state.audit.verifiedAt ? [[{}, ageOf(state, state.audit.verifiedAt)]] : []),
  },
  {
    name: 'houtai_audit_broken',
    help: 'Number of broken audit chains',
    labels: [],
    values: ({ state }) => [[{}, state.audit.broken.length]],
  },
]

/** The names of the metrics, for the test of rules and dashboard. */
export const SYSTEM_METRICS: readonly string[] = METRICS.map(({ name }) => name)

/** Adds what 系统状态 shows to the metrics: the result of the last check, the same on every node. */
export function measureSystem(registry: Registry, watch: SystemWatch): void {
  for (const { name, help, labels, values } of METRICS) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const found = values(await watch.latest())
        this.reset()
        for (const [of, value] of found) this.set(of, value)
      },
    })
  }
}
