import type { Fault } from './fault.ts'
import { auditFaults } from './ofAudit.ts'
import { clockFaults } from './ofClocks.ts'
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
]

/** The problems that no injected fault leads to, by the key of their check, and why. */
export const NOT_INJECTED: Readonly<Record<string, string>> = {
  'audit.unverified': 'only after two days without a complete verification; the check has a unit test',
  'backup.stale':
    'needs a target beside the machine; `npm run test:machine-gone` and the unit test of the check',
  'database.lost': 'the fifty lost connections of an outage of the server; named as `database.gone`',
  'database.old': 'depends on the version of PostgreSQL and the date only; the check has a unit test',
  'test-restore.failed': 'test restores are weekly; a damaged backup is tested with the restore itself',
  'test-restore.stale': 'only after eight days without a test restore; the check has a unit test',
}
