import type { Fault } from './fault.ts'
import { auditFaults } from './ofAudit.ts'
import { backupFaults } from './ofBackups.ts'
import { clockFaults, machineClockFaults } from './ofClocks.ts'
import { embeddedFaults } from './ofEmbedded.ts'
import { nodeFaults } from './ofNodes.ts'
import { serverFaults } from './ofServer.ts'
import { workFaults } from './ofWork.ts'

/** All faults that `npm run test:faults` injects. */
export const ALL_FAULTS: readonly Fault[] = [
  ...clockFaults,
  ...nodeFaults,
  ...serverFaults,
  ...workFaults,
  ...auditFaults,
  ...embeddedFaults,
  ...backupFaults,
  ...machineClockFaults,
]

/** The problems that no injected fault leads to, by the key of their check, and why. */
export const NOT_INJECTED: Readonly<Record<string, string>> = {
  'audit.unverified': 'only after two days without a complete verification; the check has a unit test',
  'database.deadlocks': 'a server under libfaketime does not detect them; the check has a unit test',
  'database.lost': 'the fifty lost connections of an outage of the server; named as `database.gone`',
  'database.old': 'depends on the version of PostgreSQL and the date only; the check has a unit test',
  'test-restore.stale': 'only after eight days without a test restore; the check has a unit test',
}
