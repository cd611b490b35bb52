import { sql } from 'kysely'
import type { RoleNames } from './access.ts'
import type { Database } from './connect.ts'

/** Whether a server's database has the second barrier, and what the user of the connection may do past it. */
export interface BarrierState {
  user: string
  /** Whether row-level security is forced on the tables: `npm run db:roles` has been run. */
  isUp: boolean
  isSuperuser: boolean
  bypassesPolicies: boolean
  /** Whether the user owns a table, or is a member of a role that does, so that it can remove the barrier. */
  isOwner: boolean
  hasTables: boolean
  /** Whether the server has the roles of the installation. */
  hasRoles: boolean
  /** Whether the user can enter the role that reaches several companies. */
  canEnterAcross: boolean
}

/** Reads the state of a database, which may be empty. */
export async function readBarrier(db: Database, roles: RoleNames): Promise<BarrierState> {
  const names = Object.values(roles)
  const { rows } = await sql<BarrierState>`
    select current_user::text as "user", rolsuper as is_superuser, rolbypassrls as bypasses_policies,
      exists (select from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity) as is_up,
      exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and pg_has_role(current_user, relowner, 'member')) as is_owner,
      exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as has_tables,
      (select count(*) from pg_roles all_roles where all_roles.rolname = any(${names})) = ${names.length} as has_roles,
      coalesce(pg_has_role(current_user, to_regrole(${roles.across}), 'member'), false) as can_enter_across
    from pg_roles where rolname = current_user`.execute(db)
  const [state] = rows
  if (!state) throw new Error('the server does not know its user')
  return state
}
