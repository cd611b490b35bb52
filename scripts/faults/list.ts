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
