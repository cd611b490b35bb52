import { agentAccountsServer } from '#features/agent-accounts/server.ts'
import { auditLogsServer } from '#features/audit-logs/server.ts'
import { companiesServer } from '#features/companies/server.ts'
import { customersServer } from '#features/customers/server.ts'
import { homeServer } from '#features/home/server.ts'
import { importAliasesServer } from '#features/import-aliases/server.ts'
import { importsServer } from '#features/imports/server.ts'
import { reportsServer } from '#features/reports/server.ts'
import { sessionServer } from '#features/session/server.ts'
import { staffServer } from '#features/staff/server.ts'
import { storeAssignmentsServer } from '#features/store-assignments/server.ts'
import { storesServer } from '#features/stores/server.ts'
import type { Served } from '#kit/serve.ts'

/** Every feature that answers the API. */
export const features: Served[] = [
  agentAccountsServer,
  auditLogsServer,
  companiesServer,
  customersServer,
  homeServer,
  importAliasesServer,
  importsServer,
  reportsServer,
  sessionServer,
  staffServer,
  storeAssignmentsServer,
  storesServer,
]
